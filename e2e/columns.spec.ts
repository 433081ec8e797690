import { expect, type Page } from "@playwright/test";
import { untilQuiet } from "./support/quiet-network";
import { gridRows } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

const list = "/p/acme/incident";
const fitting = ["Number", "Title", "State", "Severity", "Declared"];
const all = ["Number", "Title", "State", "Severity", "Monitors", "Labels", "Declared"];

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await page.setViewportSize({ width: 900, height: 800 });
});

test.afterEach(({ page }) => reset(page));

test("Reset of the columns gives a narrow table its own columns again", { tag: "@hard" }, async ({
  page,
}) => {
  await open(page);
  await expectHeads(page, fitting);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Severity" }).click();
  await expectHeads(page, ["Number", "Title", "State", "Declared"]);
  await page.getByRole("button", { name: "Reset" }).click();
  await expectHeads(page, fitting);
  await expect(page).not.toHaveURL(/columns=/);
  await page.reload();
  await expectHeads(page, fitting);
  await page.setViewportSize({ width: 1920, height: 800 });
  await expectHeads(page, all);
});

test("Reset of the columns in a view gives the columns of the list, not the user's own", {
  tag: "@hard",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 800 });
  await open(page);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Severity" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Without severity");
  await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
  const tab = page.getByRole("button", { name: /^Without severity/ });
  await expect(tab).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Reset" }).click();
  await expectHeads(page, all);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "View Without severity" }).click();
  await page.getByRole("menuitem", { name: "Delete view" }).click();
  await expect(tab).toHaveCount(0);
});

test("a change of one column brings no other columns into a narrow table", {
  tag: "@hard",
}, async ({ page }) => {
  await open(page);
  await expectHeads(page, fitting);
  await chooseInMenu(page, "Severity", "Hide");
  await expectHeads(page, ["Number", "Title", "State", "Declared"]);
  await reset(page);
  await expectHeads(page, fitting);
  await chooseInMenu(page, "Declared", "Move left");
  await expectHeads(page, ["Number", "Title", "State", "Declared", "Severity"]);
  await reset(page);
  await chooseInMenu(page, "Title", "Pin");
  await expectHeads(page, ["Title", "Number", "State", "Severity", "Declared"]);
  await reset(page);
  await page.getByRole("button", { name: "Columns" }).click();
  const shown = page.getByRole("dialog", { name: "Columns" }).getByRole("list").first();
  await expect(shown.getByRole("listitem")).toHaveText(["Number with prefix", ...fitting.slice(1)]);
  await page.getByRole("checkbox", { name: "Labels" }).click();
  await expectHeads(page, [...fitting, "Labels"]);
});

test("the focus stays with a column that is hidden, shown or moved in the settings", {
  tag: "@hard",
}, async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Columns" }).press("Enter");
  const box = page.getByRole("checkbox", { name: "State", exact: true });
  await box.press("Space");
  await expect(box).not.toBeChecked();
  await expect(box).toBeFocused();
  await box.press("Space");
  await expect(box).toBeChecked();
  await expect(box).toBeFocused();
  const up = page.getByRole("button", { name: "Move State up" });
  for (let times = 0; times < 4; times += 1) await up.press("Enter");
  await expectHeads(page, ["State", "Number", "Title", "Severity", "Declared"]);
  await expect(up).toBeFocused();
  await expect(up).toBeDisabled();
  await page.keyboard.press("Enter");
  await expect(up).toBeFocused();
  const down = page.getByRole("button", { name: "Move State down" });
  await down.press("Enter");
  await expectHeads(page, ["Number", "State", "Title", "Severity", "Declared"]);
  await expect(down).toBeFocused();
});

test("the focus moves to the next column when one is hidden", { tag: "@hard" }, async ({
  page,
}) => {
  await open(page);
  for (const { name, next } of [
    { name: "Severity", next: "Declared" },
    { name: "Declared", next: "State" },
  ]) {
    await page.getByRole("button", { name: `Column ${name}` }).press("Enter");
    await page.getByRole("menuitem", { name: "Hide" }).press("Enter");
    await expect(page.getByRole("columnheader", { name })).toHaveCount(0);
    const head = page.getByRole("columnheader", { name: next });
    await expect(head.getByRole("button").first()).toBeFocused();
  }
});

async function open(page: Page): Promise<void> {
  await page.goto(list);
  await expect(gridRows(page).first()).toBeVisible();
}

/** Removes the user's own columns of the list, once they are saved. */
async function reset(page: Page): Promise<void> {
  await untilQuiet(page);
  const headers = { Origin: new URL(page.url()).origin };
  const found = await page.request.post("/api/preference/get-list", {
    data: { select: { key: true }, limit: 100 },
    headers,
  });
  const { data } = (await found.json()) as { data: { _id: string; key: string }[] };
  for (const { _id } of data.filter(({ key }) => key === "list:incident"))
    await page.request.delete(`/api/preference/${_id}`, { headers });
  await open(page);
}

async function chooseInMenu(page: Page, column: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `Column ${column}` }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

async function expectHeads(page: Page, titles: readonly string[]): Promise<void> {
  const heads = page.locator("th[data-head]").filter({ visible: true });
  await expect(heads).toHaveText([...titles]);
}
