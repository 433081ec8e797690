import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import { answerLate } from "./support/answer-late";
import { failLate } from "./support/fail-late";
import { holdResponses } from "./support/hold-response";
import { createRecord, gridRows, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";
import { expectHydrated } from "./support/until-hydrated";

const list = "/p/acme/incident";

test.beforeEach(({ page }) => signIn(page));

test("a view is saved, marked when changed, reset, and deleted", async ({ page }) => {
  await page.goto(`${list}?${new URLSearchParams({ filter: "number>50" })}`);
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Late ones");
  await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
  const tab = page.getByRole("button", { name: /^Late ones/ });
  await expect(tab).toHaveAttribute("aria-pressed", "true");
  await expect(page).not.toHaveURL(/filter=/);
  await page
    .getByRole("columnheader", { name: /^Title/ })
    .getByRole("button")
    .first()
    .click();
  await expect(tab).toContainText("changed");
  await page.getByRole("button", { name: "View Late ones" }).click();
  await page.getByRole("menuitem", { name: "Reset" }).click();
  await expect(tab).not.toContainText("changed");
  await page.getByRole("button", { name: "View Late ones" }).click();
  await page.getByRole("menuitem", { name: "Delete view" }).click();
  await expect(tab).toHaveCount(0);
});

test("a view without a name, or with one of blanks, is not saved", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto(`${list}?${new URLSearchParams({ filter: "number>30" })}`);
  await page.getByRole("button", { name: "Save view" }).click();
  const dialog = page.getByRole("dialog");
  const name = dialog.getByRole("textbox", { name: "Name" });
  const error = dialog.getByText("Give the view a name.");
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(error).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill("   ");
  await expect(error).toBeHidden();
  await name.press("Enter");
  await expect(error).toBeVisible();
  await name.fill("Named");
  await name.press("Enter");
  await expect(page.getByRole("button", { name: /^Named/ })).toBeVisible();
});

test.describe("refused", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("a failed change or deletion of a view is shown, also on another page", {
    tag: "@hard",
  }, async ({ page }) => {
    await page.goto(`${list}?${new URLSearchParams({ filter: "number>40" })}`);
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Stays");
    await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
    const tab = page.getByRole("button", { name: /^Stays/ });
    await expect(tab).toHaveAttribute("aria-pressed", "true");
    await sortBy(page, "Number");
    const refuse = await failLate(page, "**/api/saved-view/*");
    const notSaved = page.getByText(/^View “.*Stays.*” not saved$/);
    await page.getByRole("button", { name: "View Stays" }).click();
    await page.getByRole("menuitem", { name: "Save changes" }).click();
    await page.getByRole("button", { name: "All", exact: true }).click();
    await expect(tab).toHaveAttribute("aria-pressed", "false");
    refuse();
    await expect(notSaved).toBeVisible();
    await tab.click();
    await page.getByRole("button", { name: "View Stays" }).click();
    await page.getByRole("menuitem", { name: "Delete view" }).click();
    await expect(page.getByText(/^View “.*Stays.*” not deleted$/)).toBeVisible();
    await expect(notSaved).toBeVisible();
    await page.unroute("**/api/saved-view/*");
    await tab.click();
    await page.getByRole("button", { name: "View Stays" }).click();
    await page.getByRole("menuitem", { name: "Delete view" }).click();
    await expect(page.getByText(/^View “.*Stays.*” deleted$/)).toBeVisible();
    await expect(page.getByText(/^View “.*Stays.*” not deleted$/)).toHaveCount(0);
    await expect(notSaved).toBeVisible();
  });

  test("the layout of a list is saved, and a failed save is shown", { tag: "@hard" }, async ({
    page,
  }) => {
    await page.goto("/p/acme/team");
    await page.getByRole("button", { name: "Columns" }).click();
    const dense = page.getByRole("checkbox", { name: "Dense rows" });
    await expect(dense).toBeChecked();
    const letThrough = await holdResponses(page, "**/api/preference");
    await dense.click();
    await dense.click();
    const second = page.waitForResponse(
      (reply) => reply.request().method() === "PUT" && /\/api\/preference\//.test(reply.url()),
    );
    letThrough();
    await second;
    await expect(dense).toBeChecked();
    (await failLate(page, "**/api/preference/*"))();
    await dense.click();
    await expect(page.getByText("Column layout not saved")).toBeVisible();
    await expect(dense).toBeChecked();
  });
});

test("a layout that another tab changes stays when this one changes the density", {
  tag: "@hard",
}, async ({ page, context }) => {
  const address = "/p/acme/service";
  const other = await context.newPage();
  await Promise.all([page.goto(address), other.goto(address)]);
  await expect(gridRows(page).first()).toBeVisible();
  await other.getByRole("button", { name: "Columns" }).click();
  const stored = other.waitForResponse("**/api/preference");
  await other.getByRole("checkbox", { name: "Description" }).click();
  await stored;
  const isShown = await other.getByRole("checkbox", { name: "Description" }).isChecked();
  const read = page.waitForResponse("**/api/preference/get-list");
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  );
  await read;
  await page.getByRole("button", { name: "Columns" }).click();
  const changed = page.waitForResponse("**/api/preference/*");
  await page.getByRole("checkbox", { name: "Dense rows" }).click();
  expect((await changed).status()).toBe(200);
  for (const one of [page, other]) {
    await one.goto(address);
    await one.getByRole("button", { name: "Columns" }).click();
    await expect(one.getByRole("checkbox", { name: "Description" })).toBeChecked({
      checked: isShown,
    });
    await expect(one.getByRole("checkbox", { name: "Dense rows" })).not.toBeChecked();
  }
});

test("a layout that is changed while it is read again stays changed", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto("/p/acme/monitor");
  await expect(gridRows(page).first()).toBeVisible();
  const former = await answerLate(page, "**/api/preference/get-list");
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  );
  await former.isRead;
  await page.getByRole("button", { name: "Columns" }).click();
  const dense = page.getByRole("checkbox", { name: "Dense rows" });
  const saved = page.waitForResponse("**/api/preference");
  await dense.click();
  await saved;
  former.release();
  await page.waitForLoadState("networkidle");
  await expect(dense).not.toBeChecked();
});

test("a shared view opens for another user as saved: filter, order, columns, widths", {
  tag: "@hard",
}, async ({ page, browser, request }) => {
  await page.goto(
    `${list}?${new URLSearchParams({ filter: "declared>-400d number>30", columns: "title.333!,incidentNumberWithPrefix" })}`,
  );
  await sortBy(page, "Number");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("For everyone");
  await page.getByRole("checkbox", { name: /Share with everyone/ }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
  const saved = page.getByRole("button", { name: /^Shared For everyone/ });
  await expect(saved).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/view=/);
  await expect(page).not.toHaveURL(/filter=/);
  const address = page.url();
  const shown = (await gridRows(page).first().textContent()) ?? "";
  const other = await otherUserPage(browser, await sampleProjectId(request), page);
  await other.goto(address);
  await expect(other.getByRole("button", { name: /^Shared For everyone/ })).toHaveAttribute(
    ...(["aria-pressed", "true"] as const),
  );
  await expect(gridRows(other).first()).toHaveText(shown);
  await expect(other.getByRole("columnheader")).toHaveCount(3);
  const width = await other.getByRole("columnheader", { name: /^Title/ }).evaluate(widthOf);
  expect(width).toBeGreaterThan(320);
  await expect(
    other.getByRole("button", { name: "Declared in the last 400 days", exact: true }),
  ).toBeVisible();
  await other.context().close();
  await page.getByRole("button", { name: "View For everyone" }).click();
  await page.getByRole("menuitem", { name: "Delete view" }).click();
  await expect(page.getByRole("button", { name: /^Shared For everyone/ })).toHaveCount(0);
});

test.describe("changed elsewhere", () => {
  test.use({ expectedErrors: [/status of 4(04|12)/] });

  test("a view is not overwritten before the user knows of the other change", {
    tag: "@hard",
  }, async ({ page, context, request }) => {
    const id = await createView(request, "Of two");
    const stored = async () => {
      const { state } = await callApi(request, "POST", `/api/saved-view/${id}/get-item`);
      return (state as { sort: string }).sort;
    };
    const address = `${list}?view=${id}`;
    const other = await context.newPage();
    await Promise.all([page.goto(address), other.goto(address)]);
    await expectHydrated(other);
    await sortBy(page, "Number");
    await sortBy(other, "Title");
    await chooseInMenu(other, "Of two", "Save changes");
    await expect(other.getByText(/^View “.*Of two.*” saved$/)).toBeVisible();
    await chooseInMenu(page, "Of two", "Save changes");
    await expect(page.getByText("Another user changed this view.")).toBeVisible();
    expect(await stored()).toBe("title");
    await expect(page).toHaveURL(/sort=incidentNumber/);
    await expect(page.getByRole("button", { name: /Of two.*changed/ })).toBeVisible();
    await chooseInMenu(page, "Of two", "Save changes");
    await expect(page.getByText(/^View “.*Of two.*” saved$/)).toBeVisible();
    await expect(page.getByText("Another user changed this view.")).toHaveCount(0);
    expect(await stored()).toMatch(/^incidentNumber/);

    // The page reads its views between the change by the other user and its own save.
    await other.reload();
    await expectHydrated(other);
    await sortBy(page, "Title");
    await sortBy(other, "Severity");
    await chooseInMenu(other, "Of two", "Save changes");
    await expect(other.getByText(/^View “.*Of two.*” saved$/)).toBeVisible();
    await chooseInMenu(page, "Of two", "Set as default");
    await expect(page.getByText("Default changed")).toBeVisible();
    await chooseInMenu(page, "Of two", "Save changes");
    await expect(page.getByText("Another user changed this view.")).toBeVisible();
    expect(await stored()).toBe("incidentSeverityId");
    await chooseInMenu(page, "Of two", "Reset");
    await expect(page.getByRole("columnheader", { name: /^Severity/ })).toHaveAttribute(
      ...(["aria-sort", "ascending"] as const),
    );
    await other.close();
    await callApi(request, "DELETE", `/api/saved-view/${id}`);
  });

  test("a view that is deleted while it is open does not become the whole list", {
    tag: "@hard",
  }, async ({ page, request }) => {
    const id = await createView(request, "Short-lived");
    await page.goto(`${list}?view=${id}`);
    await expect(gridRows(page).first()).toBeVisible();
    await callApi(request, "DELETE", `/api/saved-view/${id}`);
    await chooseInMenu(page, "Short-lived", "Set as default");
    await expectMissing(page);
    await showAll(page).click();
    await expect(gridRows(page).first()).toBeVisible();
    await expect(page).not.toHaveURL(/view=[0-9a-f]/);
  });
});

test("a private view of another user is shown as missing, and no rows are read", {
  tag: "@hard",
}, async ({ page, browser, request }) => {
  await page.goto(`${list}?${new URLSearchParams({ filter: "number>50" })}`);
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Mine alone");
  await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
  await expect(page.getByRole("button", { name: /^Mine alone/ })).toBeVisible();
  await expect(page).toHaveURL(/view=/);
  const address = page.url();
  const other = await otherUserPage(browser, await sampleProjectId(request), page);
  const asked: string[] = [];
  other.on("request", (one) => asked.push(new URL(one.url()).pathname));
  await other.goto(address);
  await expectHydrated(other);
  await expectMissing(other);
  expect(asked).not.toContain("/api/incident/get-list");
  await showAll(other).click();
  await expect(gridRows(other).first()).toBeVisible();
  await other.context().close();
  await chooseInMenu(page, "Mine alone", "Delete view");
  await expect(page.getByText(/^View “.*Mine alone.*” deleted$/)).toBeVisible();
});

test("a view that another user shares meanwhile opens in an open console", {
  tag: "@hard",
}, async ({ page, request }) => {
  await page.goto(list);
  await expect(gridRows(page).first()).toBeVisible();
  const id = await createView(request, "Shared just now");
  await page.evaluate((query) => history.pushState(null, "", query), `?view=${id}`);
  await expect(page.getByRole("button", { name: /^Shared Shared just now/ })).toHaveAttribute(
    ...(["aria-pressed", "true"] as const),
  );
  await callApi(request, "DELETE", `/api/saved-view/${id}`);
});

test("a relative date is resolved anew with each request", { tag: "@hard" }, async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (one) => {
    if (one.url().endsWith("/api/incident/get-list")) asked.push(one.postData() ?? "");
  });
  await page.goto(`${list}?${new URLSearchParams({ filter: "declared>-400d" })}`);
  await expect(gridRows(page).first()).toBeVisible();
  const instants = () =>
    asked.map((body) => /"GreaterThan","value":"([^"]+)"/.exec(body)?.[1] ?? "");
  const first = instants().at(-1) ?? "";
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect.poll(() => (instants().at(-1) ?? "") > first).toBe(true);
  await expect(page).toHaveURL(/declared%3E-400d|declared>-400d/);
});

test("sorted by several columns, each with its rank, in the address", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto("/p/acme/alert");
  await sortBy(page, "Severity");
  await page
    .getByRole("columnheader", { name: /^Title/ })
    .getByRole("button")
    .first()
    .click({
      modifiers: ["Shift"],
    });
  await expect(page).toHaveURL(/sort=alertSeverityId(?:%2C|,)title/);
  await expect(page.getByText("sorted ascending, sort key 2")).toBeAttached();
  await page.getByRole("button", { name: "Column Title" }).click();
  await page.getByRole("menuitem", { name: "Add to sort, descending" }).click();
  await expect(page).toHaveURL(/sort=alertSeverityId(?:%2C|,)-title/);
  await page.getByRole("button", { name: "Column Title" }).click();
  await page.getByRole("menuitem", { name: "Remove from sort" }).click();
  await expect(page).toHaveURL(/sort=alertSeverityId(?:&|$)/);
});

test("columns are moved by dragging and by keys, and are kept in the URL", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/team");
  const heads = () =>
    page
      .locator("th[data-head]")
      .evaluateAll((all) => all.map((element) => element.getAttribute("data-head")));
  await page.goto("/p/acme/label?columns=name,color,description");
  await expect.poll(heads).toEqual(["name", "color", "description"]);
  const from = page.locator('th[data-head="description"] button').first();
  const to = await page.locator('th[data-head="name"]').boundingBox();
  const begin = await from.boundingBox();
  if (!begin || !to) throw new Error("The heads are not drawn.");
  await page.mouse.move(begin.x + 10, begin.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 10, { steps: 8 });
  await page.mouse.move(to.x + 5, to.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(heads).toEqual(["description", "name", "color"]);
  await expect(page).not.toHaveURL(/sort=/);
  await from.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(heads).toEqual(["name", "description", "color"]);
  await expect(page).toHaveURL(/columns=name(?:%2C|,)description(?:%2C|,)color/);
});

/** Creates a shared view of incidents through the API and returns its id. */
function createView(request: APIRequestContext, name: string): Promise<string> {
  const state = { filter: "number>50", q: "", sort: "", size: 50, columns: "" };
  const data = { name, resource: "incident", state, visibility: "project" };
  return createRecord(request, "saved-view", data);
}

async function chooseInMenu(page: Page, view: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `View ${view}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

function showAll(page: Page) {
  return page.getByRole("button", { name: "Show all" });
}

/** Expects that the list says that its view is missing, and offers no action on the whole list. */
async function expectMissing(page: Page): Promise<void> {
  const missing = page.getByText("This view was deleted or is not shared with you");
  await expect(missing).toBeVisible();
  await expect(gridRows(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Export" })).toBeDisabled();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Incidents");
}

async function sortBy(page: Page, title: string): Promise<void> {
  const head = page.getByRole("columnheader", { name: new RegExp(`^${title}`) });
  await head.getByRole("button", { name: title, exact: true }).click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
}

function widthOf(element: HTMLElement | SVGElement): number {
  return element.getBoundingClientRect().width;
}

/** Opens a page of another member of the project, signed in. */
async function otherUserPage(browser: Browser, projectId: string, page: Page): Promise<Page> {
  const headers = { Origin: new URL(page.url()).origin };
  const data = {
    projectId,
    email: `${crypto.randomUUID()}@example.com`,
    permissions: ["Project Member"],
  };
  const made = await page.request.post("/api/invitation", { data: { data }, headers });
  const { link } = (await made.json()) as { readonly link: string };
  const context = await browser.newContext({ baseURL: headers.Origin });
  const token = link.split("#").at(-1);
  const body = { token, name: "Somebody Else", password: crypto.randomUUID() };
  const accepted = await context.request.post("/api/invitation/accept", { data: body, headers });
  expect(accepted.ok(), await accepted.text()).toBe(true);
  return context.newPage();
}
