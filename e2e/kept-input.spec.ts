import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { holdResponses } from "./support/hold-response";
import { createRecord } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

test("text typed in place is kept while another tab of the record is shown", {
  tag: "@hard",
}, async ({ page, request }) => {
  const { form, input } = await editDescription(page, request);
  await input.fill("A long thought");
  await page.getByRole("tab", { name: /^History/ }).click();
  await expect(page.getByRole("tabpanel", { name: /^History/ })).toBeVisible();
  await expect(form).toBeHidden();
  await page.getByRole("navigation", { name: "Main" }).getByText("Labels").click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("tab", { name: "Overview" }).click();
  await expect(input).toHaveValue("A long thought");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Description saved")).toBeVisible();
  await expect(form).toHaveCount(0);
});

test.describe("a failed save", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("of a value is reported while another tab of the record is shown", { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    const { id, form, input } = await editDescription(page, request);
    const letThrough = await holdResponses(page, `**/api/label/${id}`);
    await input.fill("Not to be");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByRole("tab", { name: "API" }).click();
    await callApi(request, "DELETE", `/api/label/${id}`);
    letThrough();
    await expect(page.getByText("Description not saved")).toBeVisible();
    await page.getByRole("tab", { name: "Overview" }).click();
    await expect(input).toHaveValue("Not to be");
  });
});

test("text typed during a save in place stays in the editor, and is saved by the next", {
  tag: "@hard",
}, async ({ page, request }) => {
  const { id, form, input } = await editDescription(page, request);
  const letThrough = await holdResponses(page, `**/api/label/${id}`);
  await input.fill("First");
  await form.getByRole("button", { name: "Save" }).click();
  await input.press("End");
  await input.pressSequentially(" and second");
  letThrough();
  await expect(page.getByText("Later changes are not saved yet.")).toBeVisible();
  await expect(input).toHaveValue("First and second");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole("alert").filter({ hasText: "Another user" })).toHaveCount(0);
  const select = { description: true };
  const stored = await callApi(request, "POST", `/api/label/${id}/get-item`, { select });
  expect(stored["description"]).toBe("First and second");
});

test.describe("an editor", () => {
  test.use({ expectedErrors: [/status of 412/] });

  test("stays open when another user empties or fills its field", { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    for (const [mine, theirs] of [
      ["before", ""],
      ["", "theirs"],
    ]) {
      const id = await declareIncident(request, mine ?? "");
      await page.goto(`/p/acme/incident/${id}`);
      const edit = page.getByRole("button", { name: "Edit Root cause" });
      if (mine === "") await page.getByText(/\d+ empty fields/).click();
      await edit.click();
      const input = page.getByRole("form", { name: "Edit Root cause" }).getByRole("textbox");
      await input.fill("An analysis");
      if (mine === "") await page.getByText(/\d+ empty fields/).click();
      const data = { rootCause: theirs ?? "", description: "Their description" };
      await callApi(request, "PUT", `/api/incident/${id}`, { data });
      const title = page.getByRole("form", { name: "Edit Title" });
      await page.getByRole("button", { name: "Edit Title" }).click();
      await title.getByRole("textbox").fill("Slower");
      await title.getByRole("button", { name: "Save" }).click();
      await expect(title).toHaveCount(0);
      await expect(page.getByText("Their description", { exact: true }).first()).toBeVisible();
      if (mine === "") await page.getByText(/\d+ empty fields/).click();
      await expect(input).toHaveValue("An analysis");
    }
  });
});

test("a cell editor keeps its input when the window becomes narrow, and wide again", {
  tag: "@hard",
}, async ({ page, request }) => {
  const data = { name: "turned", color: "#123456", description: "Before" };
  await createRecord(request, "label", data);
  await page.goto(`/p/acme/label?${new URLSearchParams({ filter: "name:turned" })}`);
  await page.getByRole("gridcell", { name: "Before", exact: true }).dblclick();
  const editor = page.getByRole("dialog", { name: "Edit Description" });
  const input = editor.getByRole("textbox", { name: "Description" });
  await input.fill("A long thought");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator("[data-list-scroller] li")).toHaveCount(1);
  await expect(input).toHaveValue("A long thought");
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(input).toHaveValue("A long thought");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("gridcell", { name: "A long thought" })).toBeVisible();
});

test("keys typed while the code of an editor is loading are no shortcuts", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await createRecord(request, "label", { name: "early keys", color: "#123456" });
  await page.goto(`/p/acme/label/${id}`);
  const edit = page.getByRole("button", { name: "Edit Name" });
  await expect(edit).toBeVisible();
  await page.waitForLoadState("networkidle");
  const letThrough = await holdResponses(page, "**/_next/static/chunks/**");
  await edit.click();
  await page.keyboard.type("egi");
  letThrough();
  await expect(page.getByRole("form", { name: "Edit Name" }).getByRole("textbox")).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/label/${id}$`));
});

test("keys typed while the code of a cell editor is loading are no shortcuts", {
  tag: "@hard",
}, async ({ page, request }) => {
  await createRecord(request, "label", { name: "early-cell", color: "#123456" });
  await page.goto(`/p/acme/label?${new URLSearchParams({ filter: "name:early-cell" })}`);
  const cell = page.getByRole("gridcell", { name: "early-cell", exact: true });
  await expect(cell).toBeVisible();
  await page.waitForLoadState("networkidle");
  const letThrough = await holdResponses(page, "**/_next/static/chunks/**");
  await cell.focus();
  await page.keyboard.type("ex");
  letThrough();
  const editor = page.getByRole("dialog", { name: "Edit Name" });
  await expect(editor.getByRole("textbox", { name: "Name" })).toBeFocused();
  await expect(page.getByRole("row", { selected: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(editor).toHaveCount(0);
  await expect(cell).toBeFocused();
});

test.describe("a conflict", () => {
  test.use({ expectedErrors: [/status of 412/] });

  test("finds the input still in the editor after Escape during the save", {
    tag: "@hard",
  }, async ({ page, request }) => {
    const { id, form, input } = await editDescription(page, request);
    const letThrough = await holdResponses(page, `**/api/label/${id}`);
    await input.fill("Mine");
    await form.getByRole("button", { name: "Save" }).click();
    await callApi(request, "PUT", `/api/label/${id}`, { data: { description: "Theirs" } });
    await input.press("Escape");
    await expect(form.getByRole("button", { name: "Cancel" })).toBeDisabled();
    letThrough();
    await expect(form.getByRole("alert").filter({ hasText: "It is now" })).toContainText("Theirs");
    await expect(input).toHaveValue("Mine");
  });
});

/** Opens the editor of a description on the page of a new label. */
async function editDescription(page: Page, request: APIRequestContext) {
  const data = { name: `kept ${Date.now()}`, color: "#123456", description: "Before" };
  const id = await createRecord(request, "label", data);
  await page.goto(`/p/acme/label/${id}`);
  await page.getByRole("button", { name: "Edit Description" }).click();
  const form = page.getByRole("form", { name: "Edit Description" });
  const input = form.getByRole("textbox");
  await expect(input).toBeFocused();
  return { id, form, input };
}

async function declareIncident(request: APIRequestContext, rootCause: string): Promise<string> {
  return createRecord(request, "incident", {
    ...{ title: "Slow", rootCause, declaredAt: new Date().toISOString() },
    incidentSeverityId: sampleId("incident-severity", 1),
    currentIncidentStateId: sampleId("incident-state", 1),
  });
}
