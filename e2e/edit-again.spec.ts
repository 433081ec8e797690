import { type APIRequestContext, expect, type Page, type Route } from "@playwright/test";
import { deferred } from "./support/deferred";
import { holdResponses } from "./support/hold-response";
import { createRecord } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.use({ expectedErrors: [/status of 400/] });

test.beforeEach(({ page }) => signIn(page));

function editorOf(page: Page) {
  const editor = page.getByRole("dialog", { name: "Edit Description" });
  return { editor, text: editor.getByRole("textbox", { name: "Description" }) };
}

async function save(page: Page, value: string): Promise<void> {
  const { editor, text } = editorOf(page);
  await text.fill(value);
  await editor.getByRole("button", { name: "Save" }).press("Enter");
}

/** Saves a text in the open editor and asks for the editor again. Returns what lets the save end. */
async function saveAndAskAgain(
  page: Page,
  id: string,
  value: string,
  end?: (route: Route) => Promise<void>,
) {
  const letThrough = await holdResponses(page, `**/api/label/${id}`, end);
  await save(page, value);
  await expect(page.getByRole("gridcell", { name: value })).toBeFocused();
  await page.keyboard.press("e");
  await expect(editorOf(page).editor).toHaveCount(0);
  return letThrough;
}

/** Opens the editor of the description of a new label in the list. Returns the id of the label. */
async function openEditor(page: Page, request: APIRequestContext, name: string): Promise<string> {
  const fields = { name, color: "#123456", description: "As it was" };
  const id = await createRecord(request, "label", fields);
  await page.goto(`/p/acme/label?${new URLSearchParams({ filter: `name:${name}` })}`);
  await page.getByRole("gridcell", { name: "As it was", exact: true }).dblclick();
  return id;
}

test("a cell whose value is still being saved is edited again after the save", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await openEditor(page, request, "edited-twice");
  const { text } = editorOf(page);
  const letThrough = await saveAndAskAgain(page, id, "First");
  letThrough();
  await expect(text).toHaveValue("First");
  await expect(text).toBeFocused();
  await save(page, "Second");
  await expectSaved(page, request, id, "Second");
});

test("a refused value is corrected once, though the editor was wanted during its save", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await openEditor(page, request, "edited-once");
  const { text } = editorOf(page);
  const letThrough = await saveAndAskAgain(page, id, "Refused", (route) =>
    route.fulfill({
      ...{ status: 400, contentType: "application/problem+json" },
      body: JSON.stringify({
        status: 400,
        code: "validation",
        title: "Bad Request",
        detail: "No.",
      }),
    }),
  );
  letThrough();
  await expect(text).toHaveValue("Refused");
  await page.unroute(`**/api/label/${id}`);
  await save(page, "Corrected");
  await expectSaved(page, request, id, "Corrected");
});

test("an editor that was wanted during a save does not open over that of another cell", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await openEditor(page, request, "edited-elsewhere");
  const letThrough = await saveAndAskAgain(page, id, "First");
  await page.locator('[data-column="name"]').first().dblclick();
  const other = page
    .getByRole("dialog", { name: "Edit Name" })
    .getByRole("textbox", { name: "Name" });
  await other.fill("typing");
  letThrough();
  await expectSaved(page, request, id, "First");
  await expect(other).toBeFocused();
  await expect(other).toHaveValue("typing");
});

test.describe("two editors of one record", () => {
  test.use({ expectedErrors: [/status of 412/] });

  for (const isFirstLate of [false, true]) {
    const order = isFirstLate ? "the first one last" : "one after the other";
    test(`both save, ${order}, and name no other user`, { tag: "@hard" }, async ({
      page,
      request,
    }) => {
      const fields = {
        name: `two-editors-${isFirstLate}`,
        color: "#123456",
        description: "Before",
      };
      const id = await createRecord(request, "label", fields);
      await page.goto(`/p/acme/label/${id}`);
      await page.getByRole("button", { name: "Edit Name" }).click();
      const name = page.getByRole("form", { name: "Edit Name" });
      await name.getByRole("textbox", { name: /^Name/ }).fill(`${fields.name}-after`);
      await page.getByRole("button", { name: "Edit Description" }).click();
      const description = page.getByRole("form", { name: "Edit Description" });
      await description.getByRole("textbox", { name: "Description" }).fill("After");
      const isDue = deferred();
      if (!isFirstLate) isDue.resolve();
      await page.route(`**/api/label/${id}`, async (route) => {
        if (route.request().postData()?.includes(`"name"`)) await isDue.promise;
        await route.continue();
      });
      const nameSaved = page.getByText("Name saved");
      const merging = page.waitForResponse((reply) => reply.status() === 412);
      await name.getByRole("button", { name: "Save" }).press("Enter");
      if (!isFirstLate) await expect(nameSaved).toBeVisible();
      await description.getByRole("button", { name: "Save" }).press("Enter");
      await expect(page.getByText("Description saved")).toBeVisible();
      isDue.resolve();
      if (isFirstLate) await expect(nameSaved).toBeVisible();
      await merging;
      await expect(page.getByText("Another user also changed this record")).toHaveCount(0);
      expect(await callApi(request, "POST", `/api/label/${id}/get-item`)).toMatchObject({
        ...{ name: `${fields.name}-after`, description: "After" },
      });
    });
  }
});

/** Expects that the value is stored, and that the editor stays closed after the page knows it. */
async function expectSaved(page: Page, request: APIRequestContext, id: string, value: string) {
  await expect(page.getByText("Description saved").first()).toBeVisible();
  const stored = () => callApi(request, "POST", `/api/label/${id}/get-item`);
  await expect.poll(async () => (await stored())["description"]).toBe(value);
  await page.waitForTimeout(300);
  await expect(editorOf(page).editor).toHaveCount(0);
}
