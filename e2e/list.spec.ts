import { expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { expectAccessible } from "./support/axe";
import { holdResponses } from "./support/hold-response";
import { createRecord, gridRows } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

const list = "/p/acme/incident";

test.beforeEach(({ page }) => signIn(page));

test("records, their states by name, their number, and the page after", async ({ page }) => {
  await page.goto(`${list}?size=25`);
  const grid = page.getByRole("grid", { name: "Incidents" });
  await expect(grid.getByRole("row").nth(1)).toContainText("INC-");
  await expect(grid.getByText("Resolved").first()).toBeVisible();
  await expect(page.getByText(/^1–25 of \d+$/)).toBeVisible();
  const first = await titles(page);
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText(/^26–\d+ of \d+$/)).toBeVisible();
  const second = await titles(page);
  expect(second.filter((one) => first.includes(one))).toEqual([]);
  await page.getByRole("button", { name: "Previous page" }).click();
  await expect(page.getByText(/^1–25 of \d+$/)).toBeVisible();
  expect(await titles(page)).toEqual(first);
});

test("a link opens its page in the document that is loaded, and with Ctrl in another tab", async ({
  page,
}) => {
  await page.goto(list);
  await page.evaluate(() => Object.assign(window, { isLoaded: true }));
  const link = gridRows(page).first().getByRole("link").first();
  const opened = page.context().waitForEvent("page");
  await link.click({ modifiers: ["ControlOrMeta"] });
  await (await opened).close();
  await expect(page).toHaveURL(list);
  await link.click();
  await expect(page.getByRole("tab", { name: "Overview" })).toBeVisible();
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click();
  await expect(gridRows(page).first()).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "isLoaded"))).toBe(true);
});

test("a click on a row opens it; a double click edits, and selected text stays", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/label");
  const row = gridRows(page).first();
  const cell = row.locator('[data-column="description"]');
  const opened = /\/label\/[0-9a-f-]{36}$/;
  await cell.dblclick();
  const editor = page.getByRole("dialog", { name: "Edit Description" });
  await expect(editor).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(editor).toHaveCount(0);
  await expect(page).toHaveURL("/p/acme/label");
  await cell.click();
  await expect(page).toHaveURL(opened);
  await page.goBack();
  await expect(cell).toBeVisible();
  const isSelected = await cell.evaluate((it) => {
    getSelection()?.selectAllChildren(it);
    it.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    return getSelection()?.isCollapsed === false;
  });
  expect(isSelected).toBe(true);
  await row.getByRole("checkbox").check();
  await expect(page.getByText("1 selected")).toBeVisible();
  await expect(page).toHaveURL("/p/acme/label");
  const another = page.context().waitForEvent("page");
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await row
    .locator('[data-column="_id"], [data-column="slug"], td[data-column]')
    .last()
    .click({
      modifiers: ["ControlOrMeta"],
    });
  await expect(await another).toHaveURL(opened);
  await (await another).close();
  await expect(page).toHaveURL("/p/acme/label");
});

test("sorted by a column's head, in the address and after a reload", async ({ page }) => {
  await page.goto("/p/acme/incident-severity");
  const head = page.getByRole("columnheader", { name: /^Order/ });
  await head.getByRole("button", { name: "Order", exact: true }).click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/sort=order/);
  await expect(gridRows(page).first()).toContainText("Critical");
  await page.reload();
  await expect(gridRows(page).first()).toContainText("Critical");
  await head.getByRole("button", { name: "Order", exact: true }).click();
  await expect(gridRows(page).first()).toContainText("Minor");
});

test("numbers are right-aligned under their heads, also if one names the record", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/status-page-history-chart-bar-color-rule");
  await expect(gridRows(page).first()).toBeVisible();
  const edges = await page.locator('[role="grid"]').evaluate((grid) => {
    const named = "uptimePercentGreaterThanOrEqualTo";
    const head = grid.querySelector(`[data-head=${named}] span`)?.getBoundingClientRect();
    const value = grid.querySelector(`[data-column=${named}] a`)?.getBoundingClientRect();
    return [head?.right, value?.right];
  });
  expect(edges[0]).toBeCloseTo(edges[1] ?? 0, 0);
});

test("an event shows when it began and ended by the clock, and its duration", {
  tag: "@hard",
}, async ({ page }) => {
  const ended = /\d{1,2} \w{3} \d{4}, \d\d:\d\d · \d+ \w+$/;
  await page.goto("/p/acme/monitor-status-timeline");
  await expect(gridRows(page).first().locator("[data-column=startsAt]")).toHaveText(
    /^\d{1,2} \w{3} \d{4}, \d\d:\d\d$/,
  );
  const heads = await page.getByRole("columnheader").allTextContents();
  expect(heads).toContain("Started");
  expect(heads.indexOf("Ended")).toBe(heads.indexOf("Started") + 1);
  await expect(page.locator("[data-column=endsAt]").filter({ hasText: ended })).not.toHaveCount(0);
  await expect(page.getByText(/^\d+ \w+ so far$/)).not.toHaveCount(0);
  await page.goto(`/p/acme/monitor/${sampleId("monitor", 1)}?tab=related`);
  const events = page.getByRole("region", { name: "Monitor Status Events" });
  const exact = /\d{1,2} \w{3} \d{4}, \d\d:\d\d:\d\d \S+ · \d+ \w+$/;
  await expect(events.getByText(exact)).not.toHaveCount(0);
});

test("a filter from the builder, its sentence, its text, and without it", async ({ page }) => {
  await page.goto(list);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "New condition" });
  await editor.getByRole("button", { name: /Comparison/ }).click();
  await page.getByRole("option", { name: "is not", exact: true }).click();
  await editor.getByRole("combobox", { name: "State" }).fill("Resol");
  await page.getByRole("option", { name: "Resolved" }).click();
  await page.keyboard.press("Escape");
  await editor.getByRole("button", { name: "Add filter" }).click();
  await expect(
    page.getByRole("button", { name: "State is not Resolved", exact: true }),
  ).toBeVisible();
  await expect(gridRows(page).filter({ hasText: "Resolved" })).toHaveCount(0);
  await page.getByRole("button", { name: "Filter as text" }).click();
  await expect(page.getByRole("combobox", { name: "Filter as text" })).toHaveValue(
    "state!=Resolved",
  );
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Remove: State is not Resolved" }).click();
  await expect(gridRows(page).filter({ hasText: "Resolved" }).first()).toBeVisible();
});

test("a filter as text names records, and an error is shown", async ({ page }) => {
  await page.goto(list);
  await page.getByRole("button", { name: "Filter as text" }).click();
  const text = page.getByRole("combobox", { name: "Filter as text" });
  await text.fill("sevrity:critical");
  await text.press("Enter");
  await expect(page.getByText('There is no field "sevrity". Did you mean severity?')).toBeVisible();
  await text.fill("severity:critical declared>-60d (state:resolved or no:labels)");
  await text.press("Enter");
  const chip = page.getByRole("button", { name: "Severity is Critical Incident", exact: true });
  await expect(chip).toBeVisible();
  await expect(
    page.getByRole("button", { name: "Declared in the last 60 days", exact: true }),
  ).toBeVisible();
  await page.reload();
  await expect(chip).toBeVisible();
  await expect(gridRows(page).filter({ hasText: "Minor" })).toHaveCount(0);
});

test("a name of blanks shows the kind and the id, and links to the record", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await createRecord(request, "label", {
    ...{ name: "   ", color: "#123456", description: "blank-named" },
  });
  const name = `Label ${id.slice(0, 8)}`;
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/p/acme/label?${new URLSearchParams({ filter: "description:blank-named" })}`);
    await expect(page.getByRole("checkbox", { name: `Select ${name}` })).toBeVisible();
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  }
});

test("no match says which condition to drop", { tag: "@hard" }, async ({ page }) => {
  await page.goto(`${list}?${new URLSearchParams({ filter: "number<0 number>5" })}`);
  await expect(page.getByText("No incidents match")).toBeVisible();
  await page.getByRole("button", { name: "Number is less than 0", exact: true }).last().click();
  await expect(gridRows(page).first()).toBeVisible();
});

test("by keyboard alone: move, select a range, preview, open", async ({ page }) => {
  await page.goto(list);
  await expect(gridRows(page).first()).toBeVisible();
  for (const key of ["j", "j", "x", "j", "j", "Shift+X"]) await page.keyboard.press(key);
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("3 selected")).toHaveCount(0);
  const name = await gridRows(page).nth(3).getByRole("link").first().textContent();
  await page.keyboard.press("Space");
  await expect(page.getByRole("complementary", { name: "Preview" })).toContainText(name ?? "");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name ?? "");
  await page.goBack();
  await expect(gridRows(page).nth(3)).toHaveAttribute("tabindex", "0");
});

test("coming back to a list restores it", async ({ page }) => {
  await page.goto(`${list}?size=25`);
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText(/^26–/)).toBeVisible();
  const scroller = page.locator("[data-list-scroller]");
  await scroller.evaluate((element) => element.scrollTo({ top: 200 }));
  await gridRows(page).nth(15).getByRole("checkbox").check();
  await gridRows(page).nth(15).getByRole("link").first().click();
  await expect(page.getByRole("tab", { name: "Overview" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("1 selected")).toBeVisible();
  await expect.poll(() => scroller.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
});

test("a selection belongs to all addresses of a list, and so does its end", {
  tag: "@hard",
}, async ({ page }) => {
  const back = async () => {
    await gridRows(page).first().getByRole("link").first().click();
    await expect(page.getByRole("tab", { name: "Overview" })).toBeVisible();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click();
    await expect(gridRows(page).first()).toBeVisible();
  };
  await page.goto(list);
  for (const at of [0, 1]) await gridRows(page).nth(at).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Declared", exact: true }).click();
  await expect(page).toHaveURL(/sort=/);
  await back();
  await expect(page).toHaveURL(list);
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Declared", exact: true }).click();
  await expect(page).toHaveURL(/sort=/);
  await page.getByRole("button", { name: "Clear selection" }).click();
  await back();
  await expect(page).toHaveURL(list);
  await expect(page.getByRole("button", { name: "Next page" })).toBeVisible();
  await expect(page.getByText(/\d selected/)).toHaveCount(0);
});

test("another page of a list begins at its top", { tag: "@hard" }, async ({ page }) => {
  await page.goto(`${list}?size=25`);
  const scroller = page.locator("[data-list-scroller]");
  const next = page.getByRole("button", { name: "Next page" });
  await expect(gridRows(page).first()).toBeVisible();
  await scroller.evaluate((element) => element.scrollTo({ top: 10_000 }));
  await expect.poll(() => scroller.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
  await next.click();
  await expect(page.getByText(/^26–/)).toBeVisible();
  await expect.poll(() => scroller.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await expect(next).toBeFocused();
});

test("only rows in and near the view are rendered, wherever it is scrolled to", {
  tag: "@hard",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1_200, height: 500 });
  await page.goto(`${list}?size=100`);
  await expect(gridRows(page).first()).toBeVisible();
  await expect.poll(() => gridRows(page).count()).toBeLessThan(40);
  const ofAll = Number((await page.getByText(/^1–\d+ of \d+$/).textContent())?.split(" of ")[1]);
  const last = Math.min(ofAll, 100);
  await page.locator("[data-list-scroller]").evaluate((area) => area.scrollTo(0, 100_000));
  await expect(gridRows(page).last()).toHaveAttribute("aria-rowindex", String(last + 1));
  await expect(gridRows(page).last()).toBeInViewport();
  await expect.poll(() => gridRows(page).count()).toBeLessThan(40);
});

test("columns are hidden, moved and remembered", { tag: "@hard" }, async ({ page }) => {
  await page.goto("/p/acme/label");
  const heads = page.getByRole("columnheader");
  await expect(heads.filter({ hasText: "Description" })).toHaveCount(1);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Description" }).click();
  await expect(heads.filter({ hasText: "Description" })).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Slug" }).click();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(heads.filter({ hasText: "Slug" })).toHaveCount(1);
  await expect(heads.filter({ hasText: "Description" })).toHaveCount(0);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(heads.filter({ hasText: "Description" })).toHaveCount(1);
});

test("the heads of columns are not cut, sorted ones neither", { tag: "@hard" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ["change-log", "alert-severity", "on-call-duty-policy-escalation-rule"]) {
    await page.goto(`/p/acme/${path}`);
    await expect(gridRows(page).nth(1)).toBeVisible();
    const names = page.locator("th[data-head] span.truncate");
    const cut = await names.evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
    expect(cut, path).toEqual([]);
  }
});

test("names of related records are shown whole, with the number of those that do not fit", {
  tag: "@hard",
}, async ({ page, request }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const names = ["Payments", "Database", "Network", "Storage"];
  const labels: string[] = [];
  for (const name of names) {
    labels.push(await createRecord(request, "label", { name: `${name} 2`, color: "#336699" }));
  }
  await createRecord(request, "incident", {
    title: "Labeled four times",
    incidentSeverityId: sampleId("incident-severity", 1),
    currentIncidentStateId: sampleId("incident-state", 1),
    declaredAt: new Date().toISOString(),
    labels,
  });
  const row = gridRows(page).filter({ hasText: "Labeled four times" });
  const cell = row.locator('[data-column="labels"]');
  const more = cell.getByText(/^\+\d$/);
  await page.goto(list);
  await expect(more).toHaveText("+3");
  await expect.poll(() => cell.evaluate(wholeNames)).toBe(1);
  await page.goto(`${list}?columns=title,labels.400`);
  await expect.poll(() => cell.evaluate(wholeNames)).toBe(4);
  await expect(more).toHaveCount(0);
});

/** Counts the links in view of a cell; -1 if one of them is cut. */
function wholeNames(cell: Element): number {
  const box = cell.getBoundingClientRect();
  const shown = [...cell.querySelectorAll("a")].filter(
    (link) => link.getBoundingClientRect().bottom <= box.bottom,
  );
  const isCut = shown.some((link) => {
    const text = link.querySelector(".truncate");
    return text && text.scrollWidth > text.clientWidth;
  });
  return isCut ? -1 : shown.length;
}

test("rows of an earlier filter are marked while those of a new one load", {
  tag: ["@axe", "@hard"],
}, async ({ page, inspect }) => {
  await page.goto(list);
  await expect(gridRows(page).nth(1)).toBeVisible();
  const letThrough = await holdResponses(page, "**/api/incident/get-list*");
  await page.getByRole("searchbox", { name: /^Search/ }).fill("replica");
  const status = page.getByRole("status", { name: "Rows" });
  const grid = page.getByRole("grid");
  await expect(status).toHaveText("Loading…");
  await expect(grid).toHaveAttribute("aria-busy", "true");
  await expect(grid.locator("tbody")).toHaveCSS("filter", "grayscale(1)");
  // Texts that change later than their background cannot be read meanwhile.
  await page.emulateMedia({ colorScheme: "dark" });
  const changing = await grid.evaluate((element) =>
    document.getAnimations().flatMap((one) => {
      const target = one.effect instanceof KeyframeEffect ? one.effect.target : null;
      if (!element.contains(target) || target?.closest("button, a")) return [];
      return one instanceof CSSTransition ? one.transitionProperty : [];
    }),
  );
  expect(changing).not.toContain("color");
  await page.emulateMedia({ colorScheme: "light" });
  await inspect(page, "with rows of an earlier filter");
  letThrough();
  await expect(status).toBeEmpty();
  await expect(grid).toHaveAttribute("aria-busy", "false");
  await expect(grid.locator("tbody")).toHaveCSS("filter", "none");
});

test("on a phone: cards, selected and acknowledged with a thumb", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/p/acme/alert");
  const cards = page.getByRole("list", { name: "Alerts" }).getByRole("listitem");
  await expect(cards.first()).toBeVisible();
  await cards.first().getByRole("checkbox").check();
  await expect(page.getByRole("button", { name: "Acknowledge" })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

for (const path of ["/alert?filter=title~disk", "/change-log"]) {
  test(`axe finds nothing on /p/acme${path}`, { tag: "@hard" }, async ({ page }) => {
    await page.goto(`/p/acme${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectAccessible(page);
  });
}

test.describe("where the server fails later", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("the data stays, and a banner says that it may be stale", { tag: "@hard" }, async ({
    page,
  }) => {
    await page.goto("/p/acme/label");
    await gridRows(page).first().focus();
    await page.keyboard.press("Space");
    const preview = page.getByRole("complementary", { name: "Preview" });
    const first = await preview.getByRole("heading").textContent();
    await expect(preview.getByRole("button", { name: "More actions" })).toBeVisible();
    await gridRows(page).first().locator('[data-column="description"]').dblclick();
    const editor = page.getByRole("dialog", { name: "Edit Description" });
    await editor.getByRole("textbox").fill("Kept on the screen");
    const reading = /\/api\/label\/(get-list|versions)$/;
    await page.route(reading, (route) => route.fulfill({ status: 500 }));
    await editor.getByRole("button", { name: "Save" }).click();
    const notes = page
      .getByRole("alert")
      .filter({ hasText: /This (?:list|preview) may be out of date/ });
    await expect(notes).toHaveCount(2);
    await expect(gridRows(page).first()).toContainText("Kept on the screen");
    await expect(preview.getByRole("heading")).toHaveText(first ?? "");
    await page.unroute(reading);
    await preview.getByRole("button", { name: "Try again" }).click();
    await expect(notes).toHaveCount(1);
    await notes.getByRole("button", { name: "Try again" }).click();
    await expect(notes).toHaveCount(0);
  });
});

async function titles(page: Page): Promise<string[]> {
  return page.locator('[role="grid"] [data-column="incidentNumberWithPrefix"]').allInnerTexts();
}

test("the column of uptime is moved and hidden like any other", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto("/p/acme/monitor");
  const head = page.getByRole("columnheader", { name: "Uptime, 90 days" });
  await expect(head).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Move Uptime, 90 days up" }).click();
  await expect(page.getByRole("columnheader").nth(2)).toHaveText("Uptime, 90 days");
  await page.getByRole("checkbox", { name: "Uptime, 90 days" }).click();
  await expect(head).toHaveCount(0);
  await expect(page.getByRole("slider", { name: /^Uptime of/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByRole("columnheader").nth(3)).toHaveText("Uptime, 90 days");
});

test("no column moves while a row shows its next steps", async ({ page }) => {
  await page.goto("/p/acme/alert");
  const row = gridRows(page).first();
  const places = () =>
    row.evaluate((shown) =>
      [...(shown.closest("table")?.querySelectorAll("th, [data-column]") ?? [])]
        .filter((cell) => cell.matches("th") || shown.contains(cell))
        .map((cell) => Math.round(cell.getBoundingClientRect().left)),
    );
  await expect(row).toHaveAttribute("data-work", "open");
  const before = await places();
  await row.hover();
  const step = row.getByRole("button", { name: /^Acknowledge ALT-\d+$/ });
  await expect(step).toBeVisible();
  expect(await places()).toEqual(before);
  await page.setViewportSize({ width: 800, height: 600 });
  await expect(step).toBeInViewport({ ratio: 1 });
});

test("an open row offers its next steps when it is hovered or focused", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto("/p/acme/alert");
  const row = gridRows(page).first();
  await expect(row).toHaveAttribute("data-work", "open");
  await row.hover();
  await expect(row.getByRole("button", { name: /^Acknowledge ALT-\d+$/ })).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(row.getByRole("button", { name: /^Acknowledge/ })).toHaveCount(0);
  await row.focus();
  await row.getByRole("button", { name: /^Acknowledge ALT-\d+$/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/ALT-\d+ acknowledged/)).toBeVisible();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByText("Change undone")).toBeVisible();
});
