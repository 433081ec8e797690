import { type APIRequestContext, expect, type Page, type Route } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { holdResponses } from "./support/hold-response";
import { createRecord, gridRows } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

const project = "/p/acme";

test.beforeEach(({ page }) => signIn(page));

test("a second step cannot be taken while one is pending", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const { id, name } = await declareIncident(request);
  await page.goto(`${project}/incident/${id}`);
  const letThrough = await holdResponses(page, "**/api/incident-state-timeline");
  const resolve = page.getByRole("button", { name: "Resolve", exact: true });
  await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(resolve).toBeDisabled();
  await leavePage(page);
  await page.goBack();
  await expect(resolve).toBeDisabled();
  letThrough();
  await expect(page.getByText(`${name} acknowledged`)).toBeVisible();
  await resolve.click();
  await expect(page.getByRole("button", { name: "Reopen", exact: true })).toBeVisible();
});

test("a value submitted by several presses of Enter is saved once", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const id = await createRecord(request, "label", { name: "impatient", color: "#123456" });
  await page.goto(`${project}/label/${id}`);
  let saved = 0;
  page.on("request", (sent) => {
    if (sent.method() === "PUT") saved += 1;
  });
  const letThrough = await holdResponses(page, `**/api/label/${id}`);
  await page.getByRole("button", { name: "Edit Name" }).click();
  const input = page.getByRole("textbox", { name: /^Name/ });
  await input.fill("patient");
  for (let n = 0; n < 3; n += 1) await input.press("Enter");
  letThrough();
  await expect(page.getByText("Name saved")).toBeVisible();
  expect(saved).toBe(1);
});

test.describe("while an earlier save is pending", () => {
  // The second save meets the version that the first one has written, and merges.
  test.use({ expectedErrors: [/status of 412/] });

  test("a reopened editor begins with the pending value, stays open, and saves without a conflict", {
    tag: "@hard",
  }, async ({ page, request }) => {
    const { letThrough } = await leaveWhileSaving(page, request, "reopened");
    await page.goBack();
    const input = await reopenEditor(page);
    await expect(input).toHaveValue("First thought");
    await input.fill("Second thought");
    letThrough();
    await expect(page.getByText("Description saved")).toBeVisible();
    await expect(input).toHaveValue("Second thought");
    await save(page);
    await expect(input).toHaveCount(0);
    await expect(page.getByText("Second thought")).toBeVisible();
  });
});

test.describe("an error after the user has navigated away is shown", () => {
  test.use({ expectedErrors: [/status of 404|ERR_FAILED/] });

  test("for a value that a reopened editor shows, which is taken back and can be saved again", {
    tag: "@hard",
  }, async ({ page, request }) => {
    const abort = (route: Route) => route.abort();
    const { id, letThrough } = await leaveWhileSaving(page, request, "rejected", abort);
    await page.goBack();
    const input = await reopenEditor(page);
    await expect(input).toHaveValue("First thought");
    await input.fill("First thoughts");
    letThrough();
    await expect(page.getByText("Description not saved")).toBeVisible();
    await page.unroute(`**/api/label/${id}`);
    await input.fill("First thought");
    await save(page);
    await expect(input).toHaveCount(0);
    await page.reload();
    await expect(page.getByText("First thought", { exact: true })).toBeVisible();
  });

  test("for a step, and for its undo", { tag: "@hard" }, async ({ page, request }) => {
    const first = await declareIncident(request);
    const second = await declareIncident(request);
    await page.goto(`${project}/incident/${first.id}`);
    const letFirst = await holdResponses(page, "**/api/incident-state-timeline");
    await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
    await leavePage(page);
    await page.route("**/api/incident-state-timeline/*", (route) => route.abort());
    letFirst();
    await expect(page.getByText(`${first.name} acknowledged`)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undo failed")).toBeVisible();

    await page.goto(`${project}/incident/${second.id}`);
    const isLeft = page.waitForURL(/\/incident$/);
    await page.route("**/api/incident-state-timeline", async (route) => {
      await isLeft;
      await route.abort();
    });
    await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
    await leavePage(page);
    await expect(page.getByText(`${second.name} not acknowledged`)).toBeVisible();
  });

  test("for a step, also on a page outside of projects", { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    const { id, name } = await declareIncident(request);
    await page.goto(`${project}/incident/${id}`);
    await page.route("**/api/incident-state-timeline", (route) => route.abort());
    await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
    const note = page.getByText(`${name} not acknowledged`);
    await expect(note).toBeVisible();
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem").first().click();
    await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
    await expect(note).toBeVisible();
  });

  test("for a deletion, which still completes", { tag: "@hard" }, async ({ page, request }) => {
    for (const name of ["goes", "gone already"]) {
      const id = await createRecord(request, "label", { name, color: "#123456" });
      await page.goto(`${project}/label`);
      const row = page.locator(`[id="row-${id}"]`);
      await row.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Delete…" }).click();
      const question = page.getByRole("alertdialog");
      const letThrough = await holdResponses(page, `**/api/label/${id}`);
      await question.getByRole("button", { name: "Delete label" }).click();
      await expect(question.getByRole("button", { name: "Cancel" })).toBeDisabled();
      await page.keyboard.press("Escape");
      await expect(question).toBeVisible();
      await page.goBack();
      await expect(row).toBeVisible();
      if (name !== "goes") await callApi(request, "DELETE", `/api/label/${id}`);
      letThrough();
      const outcome = name === "goes" ? `${name} was permanently deleted.` : `${name} not deleted`;
      await expect(page.getByText(outcome)).toBeVisible();
      if (name === "goes") await expect(row).toHaveCount(0);
      await expect(page).toHaveURL(/\/label$/);
    }
  });

  test("for a value, in its record and in a cell, which is left only after confirmation", {
    tag: "@hard",
  }, async ({ page, request }) => {
    const { id, letThrough } = await leaveWhileSaving(page, request, "left");
    await callApi(request, "DELETE", `/api/label/${id}`);
    letThrough();
    await expect(page.getByText("Description not saved")).toBeVisible();

    const other = await createRecord(request, "label", { name: "left-cell", color: "#123456" });
    await page.goto(`${project}/label?${new URLSearchParams({ filter: "name:left-cell" })}`);
    const letOther = await holdResponses(page, `**/api/label/${other}`);
    await gridRows(page).first().locator('[data-column="name"]').dblclick();
    const editor = page.getByRole("dialog", { name: "Edit Name" });
    await editor.getByRole("textbox", { name: "Name" }).fill("left-alone");
    await editor.getByRole("button", { name: "Save" }).click();
    await expect(editor).toHaveCount(0);
    const asked = page.waitForEvent("dialog", { timeout: 30_000 });
    await page.evaluate(() => setTimeout(() => location.reload(), 0));
    await (await asked).dismiss();
    await incidents(page).click();
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await expect(page).toHaveURL(/\/incident$/);
    await callApi(request, "DELETE", `/api/label/${other}`);
    letOther();
    await expect(page.getByText("Name not saved")).toBeVisible();
  });
});

test("a key of the list leaves a cell that is being saved only after confirmation", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await createRecord(request, "label", { name: "kept-by-keys", color: "#123456" });
  await page.goto(`${project}/label?${new URLSearchParams({ filter: "name:kept-by-keys" })}`);
  const letThrough = await holdResponses(page, `**/api/label/${id}`);
  const row = gridRows(page).first();
  await row.locator('[data-column="name"]').dblclick();
  const editor = page.getByRole("dialog", { name: "Edit Name" });
  await editor.getByRole("textbox", { name: "Name" }).fill("kept-by-the-question");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor).toHaveCount(0);
  await row.focus();
  await page.keyboard.press("n");
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL(/\/label\?/);
  letThrough();
  await expect(page.getByText("Name saved")).toBeVisible();
});

/** Declares an incident through the API. */
async function declareIncident(request: APIRequestContext) {
  const made = await callApi(request, "POST", "/api/incident", {
    data: {
      projectId: sampleId("project", 1),
      title: "The checkout is slow",
      incidentSeverityId: sampleId("incident-severity", 1),
      currentIncidentStateId: sampleId("incident-state", 1),
      declaredAt: new Date().toISOString(),
    },
  });
  return { id: String(made["_id"]), name: String(made["incidentNumberWithPrefix"]) };
}

/** Navigates to the incidents. */
async function leavePage(page: Page): Promise<void> {
  await incidents(page).click();
  await expect(page).toHaveURL(/\/incident$/);
}

/**
 * Creates a label, types a description, saves it, and navigates to the incidents. The save is held
 * until `letThrough`, and ends as `holdResponses` says.
 */
async function leaveWhileSaving(
  page: Page,
  request: APIRequestContext,
  name: string,
  end?: (route: Route) => Promise<void>,
) {
  const label = { name, color: "#123456", description: "Before" };
  const id = await createRecord(request, "label", label);
  await page.goto(`${project}/label/${id}`);
  const letThrough = await holdResponses(page, `**/api/label/${id}`, end);
  await (await editDescription(page)).fill("First thought");
  await save(page);
  await incidents(page).click();
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page).toHaveURL(/\/incident$/);
  return { id, letThrough };
}

function incidents(page: Page) {
  return page.getByRole("navigation", { name: "Main" }).locator(`a[href="${project}/incident"]`);
}

/** Opens the editor of the description. */
async function editDescription(page: Page) {
  await page.getByRole("button", { name: "Edit Description" }).click();
  const input = page.getByRole("textbox", { name: "Description" });
  await expect(input).toBeFocused();
  return input;
}

/** Opens the editor, and waits until it has read the record, which is stored without pending values. */
async function reopenEditor(page: Page) {
  const read = page.waitForResponse("**/api/label/versions");
  const input = await editDescription(page);
  await (await read).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  return input;
}

async function save(page: Page): Promise<void> {
  await page.getByRole("form").getByRole("button", { name: "Save" }).click();
}
