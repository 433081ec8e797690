import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import type { JsonObject } from "@/lib/schema/json";
import { asProgram, signIn } from "./person";
import { test } from "./test";

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
  await page.getByRole("button", { name: "Page before" }).click();
  await expect(page.getByText(/^1–25 of \d+$/)).toBeVisible();
  expect(await titles(page)).toEqual(first);
});

test("sorted by a column's head, in the address and after a reload", async ({ page }) => {
  await page.goto("/p/acme/incident-severity");
  const head = page.getByRole("columnheader", { name: /^Order/ });
  await head.getByRole("button", { name: "Order", exact: true }).click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/sort=order/);
  await expect(rows(page).first()).toContainText("Critical");
  await page.reload();
  await expect(rows(page).first()).toContainText("Critical");
  await head.getByRole("button", { name: "Order", exact: true }).click();
  await expect(rows(page).first()).toContainText("Minor");
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
  await expect(rows(page).filter({ hasText: "Resolved" })).toHaveCount(0);
  await page.getByRole("button", { name: "Filter as text" }).click();
  await expect(page.getByRole("textbox", { name: "Filter as text" })).toHaveValue(
    "state!=Resolved",
  );
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Drop: State is not Resolved" }).click();
  await expect(rows(page).filter({ hasText: "Resolved" }).first()).toBeVisible();
});

test("a filter as text names records; what is wrong is said", async ({ page }) => {
  await page.goto(list);
  await page.getByRole("button", { name: "Filter as text" }).click();
  const text = page.getByRole("textbox", { name: "Filter as text" });
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
  await expect(rows(page).filter({ hasText: "Minor" })).toHaveCount(0);
});

test("no match says which condition to drop", async ({ page }) => {
  await page.goto(`${list}?${new URLSearchParams({ filter: "number<0 number>5" })}`);
  await expect(page.getByText("No incidents match")).toBeVisible();
  await page.getByRole("button", { name: "Number is less than 0", exact: true }).last().click();
  await expect(rows(page).first()).toBeVisible();
});

test("quick search finds text", async ({ page }) => {
  await page.goto(list);
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("image host");
  await expect(page).toHaveURL(/q=image/);
  await expect(rows(page).filter({ hasNotText: "image host" })).toHaveCount(0);
  await expect(rows(page).first()).toBeVisible();
});

test("by keyboard alone: move, select a range, peek, open", async ({ page }) => {
  await page.goto(list);
  await expect(rows(page).first()).toBeVisible();
  for (const key of ["j", "j", "x", "j", "j", "Shift+X"]) await page.keyboard.press(key);
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("3 selected")).toHaveCount(0);
  const name = await rows(page).nth(3).getByRole("link").first().textContent();
  await page.keyboard.press("Space");
  await expect(page.getByRole("complementary", { name: "Peek" })).toContainText(name ?? "");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name ?? "");
  await page.goBack();
  await expect(rows(page).nth(3)).toHaveAttribute("tabindex", "0");
});

test("who comes back finds the list as it was left", async ({ page }) => {
  await page.goto(`${list}?size=25`);
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText(/^26–/)).toBeVisible();
  const scroller = page.locator("[data-list-scroller]");
  await scroller.evaluate((element) => element.scrollTo({ top: 200 }));
  await rows(page).nth(15).getByRole("checkbox").check();
  await rows(page).nth(15).getByRole("link").first().click();
  await expect(page.getByRole("tab", { name: "Overview" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("1 selected")).toBeVisible();
  await expect.poll(() => scroller.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
});

test("columns are hidden, moved and remembered", async ({ page }) => {
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

test("a value is changed where it stands", async ({ page, request }) => {
  const made = await create(request, "label", {
    ...{ name: "in-place", color: "#123456", description: "As it was" },
  });
  await page.goto(`/p/acme/label?${new URLSearchParams({ filter: "name:in-place" })}`);
  await page.getByRole("gridcell", { name: "As it was", exact: true }).dblclick();
  const editor = page.getByRole("dialog", { name: "Edit Description" });
  await editor.getByRole("textbox", { name: "Description" }).fill("As it is now");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("gridcell", { name: "As it is now" })).toBeVisible();
  await asProgram(request, "DELETE", `/api/label/${made}`);
});

test("several at once: counted exactly and done", async ({ page, request }) => {
  for (const name of ["bulk-1", "bulk-2", "bulk-3"]) {
    await create(request, "label", { name, color: "#123456" });
  }
  await page.goto(`/p/acme/label?${new URLSearchParams({ filter: "name^=bulk-" })}`);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Set a field…" }).click();
  await page.getByRole("button", { name: /Field/ }).click();
  await page.getByRole("option", { name: "Description" }).click();
  await page.getByRole("textbox", { name: "Description" }).fill("Set for all");
  await page.getByRole("button", { name: "Set description…" }).click();
  await page.getByRole("button", { name: "Set description 3 labels" }).click();
  await expect(page.getByText("3 labels changed")).toBeVisible();
  await expect(rows(page).filter({ hasText: "Set for all" })).toHaveCount(3);
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete 3 labels" }).click();
  await expect(page.getByText("No labels match")).toBeVisible();
});

test.describe("what is refused for some", () => {
  test.use({ expectedErrors: [/409/] });

  test("each that failed is named, and stays selected", async ({ page }) => {
    await page.goto("/p/acme/incident-severity");
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete 3 incident severities" }).click();
    await expect(page.getByText("3 of 3 incident severities not deleted")).toBeVisible();
    await page.getByRole("alertdialog").getByText("Close").last().click();
    await expect(page.getByText("3 selected")).toBeVisible();
  });
});

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

test("an export holds exactly what the list shows", async ({ page }) => {
  await page.goto(
    `${list}?${new URLSearchParams({ filter: "number>55", sort: "incidentNumber" })}`,
  );
  await expect(rows(page).first()).toContainText("INC-56");
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "NDJSON" }).click(),
  ]);
  const content = await (await download.createReadStream()).toArray();
  const lines = Buffer.concat(content).toString().trim().split("\n");
  const numbers = lines.map((line) => String(JSON.parse(line).incidentNumberWithPrefix));
  const shown = await rows(page)
    .locator('[data-column="incidentNumberWithPrefix"]')
    .allInnerTexts();
  expect(numbers).toEqual(shown);
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

for (const colorScheme of ["light", "dark"] as const) {
  for (const path of ["", "/incident", "/alert?filter=title~disk", "/change-log"]) {
    test(`axe finds nothing on /p/acme${path} in ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(`/p/acme${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    });
  }
}

function rows(page: Page) {
  return page.locator('[role="grid"] tbody tr[id]');
}

async function titles(page: Page): Promise<string[]> {
  return page.locator('[role="grid"] [data-column="incidentNumberWithPrefix"]').allInnerTexts();
}

async function create(
  request: Parameters<typeof asProgram>[0],
  path: string,
  data: JsonObject,
): Promise<string> {
  const projects = await asProgram<{ data: JsonObject[] }>(
    request,
    "POST",
    "/api/project/get-list",
    { query: { slug: "acme" } },
  );
  const projectId = projects.data[0]?.["_id"] ?? null;
  const made = await asProgram(request, "POST", `/api/${path}`, { data: { ...data, projectId } });
  return String(made["_id"]);
}
