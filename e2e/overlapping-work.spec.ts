import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { answerLate } from "./support/answer-late";
import { holdResponses } from "./support/hold-response";
import { loseReply } from "./support/lose-reply";
import { untilQuiet } from "./support/quiet-network";
import { createRecord, declareIncident, gridRows, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

test("an audience chosen while a public note is published is that of the next note", async ({
  page,
  request,
}) => {
  await page.goto(`/p/acme/incident/${await declareIncident(request)}`);
  const form = page.getByRole("form", { name: "New note" });
  const field = page.getByRole("textbox", { name: /^Note on this/ });
  await form.getByText("Public", { exact: true }).click();
  await field.fill("We are looking into it");
  const letThrough = await holdResponses(page, "**/api/incident-public-note");
  await form.getByRole("button", { name: "Publish note" }).click();
  await form.getByText("Internal", { exact: true }).click();
  letThrough();
  await expect(page.getByText("Public note added")).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(form).toContainText("Only users of this project read this.");
});

test("a note that is being published is not offered again on the way over another tab", {
  tag: "@hard",
}, async ({ page, request }) => {
  await page.goto(`/p/acme/incident/${await declareIncident(request)}`);
  const form = page.getByRole("form", { name: "New note" });
  const field = page.getByRole("textbox", { name: /^Note on this/ });
  await form.getByText("Public", { exact: true }).click();
  await field.fill("We are looking into it");
  let sent = 0;
  const letThrough = await holdResponses(page, "**/api/incident-public-note", (route) => {
    sent += 1;
    return route.continue();
  });
  await form.getByRole("button", { name: "Publish note" }).click();
  await page.getByRole("tab", { name: "History" }).click();
  await expect(field).toBeHidden();
  await page.getByRole("tab", { name: "Overview" }).click();
  await field.press("Control+Enter");
  letThrough();
  await expect(page.getByText("Public note added")).toBeVisible();
  await expect(field).toHaveValue("");
  await untilQuiet(page);
  expect(sent).toBe(1);
});

test("a note that is being published is not offered again on the way over another page", async ({
  page,
  request,
}) => {
  const id = await declareIncident(request);
  await page.goto(`/p/acme/incident/${id}`);
  const form = page.getByRole("form", { name: "New note" });
  const field = page.getByRole("textbox", { name: /^Note on this/ });
  await form.getByText("Public", { exact: true }).click();
  await field.fill("We are looking into it");
  const letThrough = await holdResponses(page, "**/api/incident-public-note");
  await form.getByRole("button", { name: "Publish note" }).click();
  await page.getByRole("link", { name: "Incidents", exact: true }).first().click();
  await expect(gridRows(page).first()).toBeVisible();
  await page.goBack();
  await expect(form).toContainText("Working");
  await field.press("Control+Enter");
  letThrough();
  await expect(page.getByText("Public note added")).toBeVisible();
  await expect(field).toHaveValue("");
  await untilQuiet(page);
  expect(await notesOn(request, id)).toBe(1);
});

test.describe("a request whose reply is lost", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("publishes a note once, although the page is reloaded", { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    const { id, field, publish } = await publishWithLostReply(page, request);
    await page.reload();
    await expect(field).toHaveValue("Still looking into it");
    await publish.click();
    await expect(page.getByText("Public note added")).toBeVisible();
    expect(await notesOn(request, id)).toBe(1);
    await field.fill("Still looking into it");
    await publish.click();
    await expect(field).toHaveValue("");
    await expect.poll(() => notesOn(request, id)).toBe(2);
  });

  test("publishes the same text again if the user types it again", { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    const { id, field, publish } = await publishWithLostReply(page, request);
    await field.fill("");
    await field.fill("Still looking into it");
    await publish.click();
    await expect(field).toHaveValue("");
    await expect.poll(() => notesOn(request, id)).toBe(2);
  });

  test("creates a record once, although the page is reloaded", { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    await page.goto("/p/acme/label/new");
    const create = page.getByRole("button", { name: "Create label" });
    await page.getByLabel(/^Name/).fill("Sent once");
    await page.getByLabel(/^Color/).fill("#334455");
    await loseReply(page, "**/api/label");
    await create.click();
    await expect(page.getByRole("alert").first()).toContainText("The server did not respond");
    await page.reload();
    await expect(page.getByLabel(/^Name/)).toHaveValue("Sent once");
    await create.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sent once");
    const query = { name: "Sent once", projectId: await sampleProjectId(request) };
    expect(await callApi(request, "POST", "/api/label/count", { query })).toEqual({ count: 1 });
  });
});

test.describe("a note that fails while another tab is shown", () => {
  test.use({ expectedErrors: [/status of 500/] });
  test("says so, and keeps its text", { tag: "@hard" }, async ({ page, request }) => {
    await page.goto(`/p/acme/incident/${await declareIncident(request)}`);
    const field = page.getByRole("textbox", { name: /^Note on this/ });
    await field.fill("The pool is empty");
    const failing = { status: 500, json: { code: "internal", detail: "Something went wrong." } };
    const end = await holdResponses(page, "**/api/incident-internal-note", (route) =>
      route.fulfill(failing),
    );
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByRole("tab", { name: "History" }).click();
    end();
    await expect(page.getByText("Note not saved")).toBeVisible();
    await page.getByRole("tab", { name: "Overview" }).click();
    await expect(field).toHaveValue("The pool is empty");
  });
});

test("a bar color that is changed while others are saved is kept, and saved next", {
  tag: "@hard",
}, async ({ page, request }) => {
  const statusPageId = await createRecord(request, "status-page", { name: "Colors" });
  await page.goto(`/p/acme/status-page/${statusPageId}`);
  const editor = page.getByRole("region", { name: "Bar colors" });
  const least = (rule: number) => editor.getByLabel(`Least uptime of rule ${rule}, in percent`);
  await editor.getByRole("button", { name: "Add rule" }).click();
  const letThrough = await holdResponses(page, "**/api/status-page-history-chart-bar-color-rule");
  await editor.getByRole("button", { name: "Save colors" }).click();
  await least(1).fill("97");
  await editor.getByRole("button", { name: "Add rule" }).click();
  letThrough();
  await expect(page.getByText("Bar colors saved")).toBeVisible();
  await expect(least(1)).toHaveValue("97");
  await expect(least(2)).toBeVisible();
  await editor.getByRole("button", { name: "Save colors" }).click();
  await expect(editor.getByRole("button", { name: "Save colors" })).toHaveCount(0);
  await page.reload();
  await expect(least(1)).toHaveValue("97");
  await expect(least(2)).toBeVisible();
  await expect(least(3)).toHaveCount(0);
});

test("a filter that is cancelled while its names are looked up is not applied", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/incident");
  await page.getByRole("button", { name: "Filter as text" }).click();
  const text = page.getByRole("combobox", { name: "Filter as text" });
  await text.fill("severity:Critical");
  const late = await answerLate(page, "**/api/incident-severity/get-list");
  await text.press("Enter");
  await late.isRead;
  await page.getByRole("button", { name: "Cancel" }).click();
  late.release();
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(/\/incident$/);
});

test("the late reply to a step does not hide the step of another caller", async ({
  page,
  request,
}) => {
  const id = await declareIncident(request);
  await page.goto(`/p/acme/incident/${id}`);
  const late = await answerLate(page, "**/api/incident-state-timeline", "POST");
  await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await late.isRead;
  const data = { currentIncidentStateId: sampleId("incident-state", 3) };
  await callApi(request, "PUT", `/api/incident/${id}`, { data });
  await expect(page.getByText("Resolved", { exact: true }).first()).toBeVisible();
  late.release();
  await expect(page.getByText(/acknowledged$/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Reopen", exact: true })).toBeVisible();
});

test("a new record is shown when the list is opened again, although a row changed since", {
  tag: "@hard",
}, async ({ page, request }) => {
  const shown = await declareIncident(request);
  await page.goto("/p/acme/incident");
  await expect(gridRows(page).first()).toBeVisible();
  await declareIncident(request, { title: "A new one" });
  await expect(page.getByRole("button", { name: "1 new" })).toBeVisible();
  const data = { title: "Checkout is down" };
  // Lists are marked as stale every two seconds.
  await page.waitForTimeout(2_500);
  await callApi(request, "PUT", `/api/incident/${shown}`, { data });
  await expect(gridRows(page).first()).toContainText("Checkout is down");
  await gridRows(page).first().getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Checkout is down");
  await page.goBack();
  await expect(gridRows(page).first()).toContainText("A new one");
});

test("older changes that are asked for while the history is read again keep the newest", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await declareIncident(request);
  const rename = (title: string) =>
    callApi(request, "PUT", `/api/incident/${id}`, { data: { title } });
  for (let time = 1; time <= 60; time += 1) await rename(`Title ${time}`);
  await page.goto(`/p/acme/incident/${id}?tab=history`);
  const older = page.getByRole("button", { name: "Show older changes" });
  await older.click();
  await expect(page.getByText("Title 20", { exact: true }).first()).toBeVisible();
  const late = await answerLate(page, "**/api/change-log/get-list");
  await rename("The newest title");
  await late.isRead;
  await older.click();
  late.release();
  const panel = page.getByRole("tabpanel", { name: "History" });
  await expect(panel.getByText("Title 1", { exact: true }).first()).toBeVisible();
  await expect(panel.getByText("The newest title").first()).toBeVisible();
});

/** Publishes a note on a new incident, and loses the reply. */
async function publishWithLostReply(page: Page, request: APIRequestContext) {
  const id = await declareIncident(request);
  await page.goto(`/p/acme/incident/${id}`);
  const form = page.getByRole("form", { name: "New note" });
  const field = page.getByRole("textbox", { name: /^Note on this/ });
  const publish = form.getByRole("button", { name: "Publish note" });
  await form.getByText("Public", { exact: true }).click();
  await field.fill("Still looking into it");
  await loseReply(page, "**/api/incident-public-note");
  await publish.click();
  await expect(form.getByRole("alert")).toContainText("The server did not respond");
  return { id, field, publish };
}

/** Returns the number of public notes on an incident. */
async function notesOn(request: APIRequestContext, incidentId: string): Promise<number> {
  const path = "/api/incident-public-note/count";
  const query = { incidentId, projectId: await sampleProjectId(request) };
  return (await callApi<{ count: number }>(request, "POST", path, { query })).count;
}
