import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { holdResponses } from "./support/hold-response";
import { loseReply } from "./support/lose-reply";
import { declareIncident, gridRows, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

test("a form that is opened again while its record is created waits for it and starts anew", async ({
  page,
  request,
}) => {
  await page.goto("/p/acme/label/new");
  const letThrough = await leaveWhileCreating(page, "Made on the way");
  await page.goBack();
  await expect(page.getByLabel(/^Name/)).toHaveValue("Made on the way");
  const create = page.getByRole("form", { name: "New label" }).getByRole("button").last();
  await expect(page.getByRole("form", { name: "New label" })).toContainText("Working");
  await page.getByLabel(/^Name/).press("Enter");
  letThrough();
  await expect(page.getByText("Label created")).toBeVisible();
  await expect(page.getByLabel(/^Name/)).toHaveValue("");
  await expect(page.getByText(/Draft of .* restored/)).toHaveCount(0);
  await expect(create).toBeEnabled();
  expect(await labelsNamed(request, "Made on the way")).toBe(1);
  await page.reload();
  await expect(page.getByLabel(/^Name/)).toHaveValue("");
});

test("a form that is opened again while its record is created keeps what is typed", {
  tag: "@hard",
}, async ({ page, request }) => {
  await page.goto("/p/acme/label/new");
  const letThrough = await leaveWhileCreating(page, "The first");
  await page.goBack();
  await page.getByLabel(/^Name/).fill("The second");
  // Drafts are stored within 300 ms.
  await page.waitForTimeout(500);
  letThrough();
  await expect(page.getByText("Label created")).toBeVisible();
  await expect(page.getByLabel(/^Name/)).toHaveValue("The second");
  await page.reload();
  await expect(page.getByLabel(/^Name/)).toHaveValue("The second");
  await page.getByRole("button", { name: "Create label" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The second");
  expect(await labelsNamed(request, "The first")).toBe(1);
});

test("input that is typed while its record is created is no draft of another one", {
  tag: "@hard",
}, async ({ page, request }) => {
  await page.goto("/p/acme/label/new");
  const letThrough = await holdResponses(page, "**/api/label");
  await fill(page, "Typed on");
  await page.getByRole("button", { name: "Create label" }).click();
  await page.getByLabel("Description").fill("Added while it was sent");
  await openList(page, "Labels");
  letThrough();
  await expect(page.getByText("Label created")).toBeVisible();
  await page.goto("/p/acme/label/new");
  await expect(page.getByLabel(/^Name/)).toHaveValue("");
  expect(await labelsNamed(request, "Typed on")).toBe(1);
});

test("a file whose upload ends on the way over another page is attached to the note", {
  tag: "@hard",
}, async ({ page, request }) => {
  await page.goto(`/p/acme/incident/${await declareIncident(request)}`);
  const form = page.getByRole("form", { name: "New note" });
  await page.getByRole("textbox", { name: /^Note on this/ }).fill("The p99 of the pool");
  const letThrough = await holdResponses(page, "**/api/file?*");
  const graph = { name: "graph.txt", mimeType: "text/plain", buffer: Buffer.from("p99 7 s") };
  await form.getByLabel("Files to attach").setInputFiles(graph);
  await expect(form.getByText("graph.txt")).toBeVisible();
  await openList(page, "Incidents");
  await page.goBack();
  await expect(form).toBeVisible();
  await expect(form.getByText("graph.txt")).toHaveCount(0);
  letThrough();
  await expect(form.getByRole("link", { name: "graph.txt" })).toBeVisible();
  await form.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Note added")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: /^Note on this/ })).toHaveValue("");
});

test("a postmortem that is saved after its page was left keeps no draft", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await declareIncident(request, {
    currentIncidentStateId: sampleId("incident-state", 3),
  });
  await page.goto("/p/acme/incident");
  await gridRows(page).getByRole("link", { name: "Checkout is slow" }).first().click();
  await page.waitForURL(/incident\/[0-9a-f-]{36}/);
  await page.getByRole("button", { name: "Start postmortem" }).click();
  const dialog = page.getByRole("dialog", { name: "Postmortem" });
  const text = dialog.getByRole("textbox");
  await text.fill("My text");
  const letThrough = await holdResponses(page, `**/api/incident/${id}`);
  await dialog.getByRole("button", { name: "Save postmortem" }).click();
  await page.evaluate(() => history.back());
  const leave = page.getByRole("button", { name: "Leave", exact: true });
  await expect(leave.or(gridRows(page).first()).first()).toBeVisible();
  if (await leave.isVisible()) await leave.click();
  await expect(gridRows(page).first()).toBeVisible();
  letThrough();
  await expect(page.getByText("Postmortem saved")).toBeVisible();
  const data = { postmortemNote: "Their text" };
  await callApi(request, "PUT", `/api/incident/${id}`, { data });
  await page.goto(`/p/acme/incident/${id}`);
  await page.getByRole("button", { name: "Edit postmortem" }).click();
  await expect(text).toHaveValue("Their text");
});

test("a file whose upload ends after its note was published elsewhere brings no draft back", {
  tag: "@hard",
}, async ({ page, request }) => {
  await page.goto(`/p/acme/incident/${await declareIncident(request)}`);
  const form = page.getByRole("form", { name: "New note" });
  const field = page.getByRole("textbox", { name: /^Note on this/ });
  await field.fill("The p99 of the pool");
  const letThrough = await holdResponses(page, "**/api/file?*");
  const uploaded = page.waitForResponse(/\/api\/file\?/);
  const graph = { name: "graph.txt", mimeType: "text/plain", buffer: Buffer.from("p99 7 s") };
  await form.getByLabel("Files to attach").setInputFiles(graph);
  await expect(form.getByText("graph.txt")).toBeVisible();
  await openList(page, "Incidents");
  await page.goBack();
  await form.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Note added")).toBeVisible();
  letThrough();
  await uploaded;
  await page.reload();
  await expect(field).toHaveValue("");
});

test.describe("after a lost reply", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("an input that the user discards and types again makes another record", {
    tag: "@hard",
  }, async ({ page, request }) => {
    await page.goto("/p/acme/label/new");
    await loseReply(page, "**/api/label");
    await fill(page, "Twice");
    await page.getByRole("button", { name: "Create label" }).click();
    await expect(page.getByRole("alert").first()).toContainText("The server did not respond");
    await page.reload();
    await page.getByRole("button", { name: "Discard draft" }).click();
    await fill(page, "Twice");
    await page.getByRole("button", { name: "Create label" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Twice");
    expect(await labelsNamed(request, "Twice")).toBe(2);
  });

  test("a page shows a write as soon as the server responds again", { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    const id = await declareIncident(request);
    await page.goto(`/p/acme/incident/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Checkout is slow");
    await loseReply(page, `**/api/incident/${id}`, "DELETE");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Delete incident" }).click();
    await expect(dialog).toContainText("The server did not respond");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    // Another response ends the problem before the server is polled.
    await page.getByRole("tab", { name: /^History/ }).click();
    await expect(page.getByText(/deleted/).first()).toBeVisible();
  });
});

/** Sends the form of a new label, whose reply is held, and opens the list of labels. */
async function leaveWhileCreating(page: Page, name: string): Promise<() => void> {
  const letThrough = await holdResponses(page, "**/api/label");
  await fill(page, name);
  await page.getByRole("button", { name: "Create label" }).click();
  await openList(page, "Labels");
  return letThrough;
}

async function fill(page: Page, name: string): Promise<void> {
  await page.getByLabel(/^Name/).fill(name);
  await page.getByLabel(/^Color/).fill("#334455");
}

/** Opens a list by the link above the page, and leaves a form although it asks. */
async function openList(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name, exact: true }).first().click();
  const leave = page.getByRole("button", { name: "Leave", exact: true });
  await expect(leave.or(gridRows(page).first()).first()).toBeVisible();
  if (await leave.isVisible()) await leave.click();
  await expect(gridRows(page).first()).toBeVisible();
}

async function labelsNamed(request: APIRequestContext, name: string): Promise<number> {
  const query = { name, projectId: await sampleProjectId(request) };
  return (await callApi<{ count: number }>(request, "POST", "/api/label/count", { query })).count;
}
