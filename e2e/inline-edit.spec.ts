import { expect, type Page } from "@playwright/test";
import { holdResponses } from "./support/hold-response";
import { createRecord, gridRows } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

function only(name: string): string {
  return `/p/acme/label?${new URLSearchParams({ filter: `name:${name}` })}`;
}

test("a value is changed where it stands, by two clicks or by keys alone", async ({
  page,
  request,
}) => {
  const made = await createRecord(request, "label", {
    ...{ name: "in-place", color: "#123456", description: "As it was" },
  });
  await page.goto(only("in-place"));
  await page.getByRole("gridcell", { name: "As it was", exact: true }).dblclick();
  const editor = page.getByRole("dialog", { name: "Edit Description" });
  await editor.getByRole("textbox", { name: "Description" }).fill("As it is now");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("gridcell", { name: "As it is now" })).toBeVisible();
  await gridRows(page).first().focus();
  const cell = page.getByRole("gridcell", { name: "As it is now" });
  for (let n = 0; n < 8; n += 1) {
    await page.keyboard.press("ArrowRight");
    if (await cell.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(cell).toBeFocused();
  await page.keyboard.press("e");
  await expect(editor.getByRole("textbox", { name: "Description" })).toHaveValue("As it is now");
  await expect(editor.getByRole("textbox", { name: "Description" })).toBeFocused();
  await editor.getByRole("textbox", { name: "Description" }).fill("By keys");
  await editor.getByRole("button", { name: "Save" }).press("Enter");
  await expect(page.getByRole("gridcell", { name: "By keys" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(gridRows(page).first()).toBeFocused();
  await callApi(request, "DELETE", `/api/label/${made}`);
});

test("input in a cell is not lost by a press outside or by going back", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const made = await createRecord(request, "label", { name: "kept-open", color: "#123456" });
  await page.goto(only("kept-open"));
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await gridRows(page).first().locator('[data-column="name"]').dblclick();
  const editor = page.getByRole("dialog", { name: "Edit Name" });
  await editor.getByRole("textbox", { name: "Name" }).fill("typed");
  await page.mouse.click(600, 600);
  await expect(editor.getByRole("textbox", { name: "Name" })).toHaveValue("typed");
  await page.evaluate(() => history.back());
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(question).not.toContainText("draft");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(editor.getByRole("textbox", { name: "Name" })).toHaveValue("typed");
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => setTimeout(() => location.reload(), 0));
  await (await asked).dismiss();
  await editor.getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  await expect(gridRows(page).first()).toContainText("kept-open");
  await callApi(request, "DELETE", `/api/label/${made}`);
});

test.describe("a refused value", () => {
  test.use({ expectedErrors: [/400|404|412/] });

  test("returns to the cell with the input and the reason", async ({ page, request }) => {
    const made = await createRecord(request, "label", { name: "refused", color: "#123456" });
    await page.goto(only("refused"));
    await gridRows(page).first().locator('[data-column="name"]').dblclick();
    const editor = page.getByRole("dialog", { name: "Edit Name" });
    await editor.getByRole("textbox", { name: "Name" }).fill("x".repeat(300));
    await editor.getByRole("button", { name: "Save" }).click();
    await expect(editor.getByText(/at most 255 characters/)).toBeVisible();
    await expect(gridRows(page).first()).toContainText("refused");
    await editor.getByRole("button", { name: "Cancel" }).click();
    await callApi(request, "DELETE", `/api/label/${made}`);
  });

  test("rolls back nothing else in the list that was saved meanwhile", { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    const goes = await createRecord(request, "label", { name: "slow-a", color: "#123456" });
    const stays = await createRecord(request, "label", { name: "slow-b", color: "#123456" });
    await page.goto(`/p/acme/label?${new URLSearchParams({ filter: "name~slow-", sort: "name" })}`);
    const change = async (row: number, name: string) => {
      await gridRows(page).nth(row).locator('[data-column="name"]').dblclick();
      const editor = page.getByRole("dialog", { name: "Edit Name" });
      await editor.getByRole("textbox", { name: "Name" }).fill(name);
      await editor.getByRole("button", { name: "Save" }).click();
      await expect(gridRows(page).nth(row)).toContainText(name);
    };
    const letThrough = await holdResponses(page, `**/api/label/${goes}`);
    await change(0, "slow-a-refused");
    await change(1, "slow-b-saved");
    await expect(page.getByText("Name saved")).toBeVisible();
    await holdResponses(page, "**/api/label/get-list");
    await callApi(request, "DELETE", `/api/label/${goes}`);
    letThrough();
    await expect(page.getByRole("dialog", { name: "Edit Name" })).toBeVisible();
    await expect(gridRows(page).nth(0)).not.toContainText("refused");
    await expect(gridRows(page).nth(1)).toContainText("slow-b-saved");
    await page.getByRole("button", { name: "Cancel" }).click();
    await callApi(request, "DELETE", `/api/label/${stays}`);
  });

  test("after a concurrent change shows their value, and asks for a decision", {
    tag: "@hard",
  }, async ({ page, request }) => {
    const made = await createRecord(request, "label", {
      name: "contested",
      color: "#123456",
      description: "Before",
    });
    await page.goto(only("contested"));
    await page.getByRole("gridcell", { name: "Before", exact: true }).dblclick();
    const editor = page.getByRole("dialog", { name: "Edit Description" });
    await editor.getByRole("textbox", { name: "Description" }).fill("Mine");
    const data = { description: "Theirs" };
    await callApi(request, "PUT", `/api/label/${made}`, { data });
    await editor.getByRole("button", { name: "Save" }).click();
    await expect(editor.getByRole("alert").filter({ hasText: "It is now" })).toContainText(
      "Theirs",
    );
    await editor.getByRole("button", { name: "Overwrite with my value" }).click();
    await expect(page.getByRole("gridcell", { name: "Mine", exact: true })).toBeVisible();
    await callApi(request, "DELETE", `/api/label/${made}`);
  });
});

test("a record named by others has a link to its page in each row", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto("/p/acme/incident-owner-user");
  await gridRows(page).first().getByRole("link", { name: "Open this incident user owner" }).click();
  await expect(page).toHaveURL(/incident-owner-user\/[0-9a-f-]{36}/);
});

test("a changed value is highlighted once after a refresh", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const made = await createRecord(request, "label", {
    name: "lights",
    color: "#123456",
    description: "Dark",
  });
  await page.goto(only("lights"));
  const cell = gridRows(page).first().locator('[data-column="description"]');
  await expect(cell).toContainText("Dark");
  await expect(cell.locator("[aria-hidden]")).toHaveCount(0);
  await callApi(request, "PUT", `/api/label/${made}`, { data: { description: "Bright" } });
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(cell).toContainText("Bright");
  await expect(cell.locator("[aria-hidden]")).toHaveCount(1);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(cell.locator("[aria-hidden]")).toBeHidden();
  await callApi(request, "DELETE", `/api/label/${made}`);
});

/** Opens the editor of the second of three names by keys. Returns the id of its record. */
async function editSecondName(page: Page, name: string): Promise<string> {
  const made: string[] = [];
  for (const number of [1, 2, 3]) {
    const data = { name: `${name} ${number}`, color: "#123456" };
    made.push(await createRecord(page.request, "label", data));
  }
  const filter = `name~"${name}"`;
  await page.goto(`/p/acme/label?${new URLSearchParams({ filter, sort: "name" })}`);
  await expect(gridRows(page)).toHaveCount(3);
  await gridRows(page).nth(1).locator('[data-column="name"]').focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  return made[1] ?? "";
}

test("the focus stays at the place of a row that a saved value takes out of the list", {
  tag: "@hard",
}, async ({ page }) => {
  await editSecondName(page, "leaves by name");
  await page.getByRole("textbox", { name: "Name" }).fill("gone");
  await page.keyboard.press("Enter");
  await expect(gridRows(page)).toHaveCount(2);
  await expect(gridRows(page).nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(gridRows(page).first()).toBeFocused();
});

test.describe("a record that another user deletes", () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] });

  test("leaves the focus at the place of its row when its editor is closed", {
    tag: "@hard",
  }, async ({ page }) => {
    const id = await editSecondName(page, "leaves by deletion");
    await callApi(page.request, "DELETE", `/api/label/${id}`);
    await page.getByRole("textbox", { name: "Name" }).fill("never saved");
    await page.keyboard.press("Enter");
    const editor = page.getByRole("dialog", { name: "Edit Name" });
    await expect(editor).toContainText("There is no Label");
    await expect(gridRows(page)).toHaveCount(2);
    await page.keyboard.press("Escape");
    await expect(editor).toHaveCount(0);
    await expect(gridRows(page).nth(1)).toBeFocused();
  });
});
