import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { answerLate } from "./support/answer-late";
import { createRecord } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

test("a step shows its time although the story was being read again", async ({ page, request }) => {
  const id = await openIncident(request);
  await page.goto(`/p/acme/incident/${id}`);
  await step(page, "Acknowledge");
  await expect(page.getByText("Time to acknowledge")).toBeVisible();
  const late = await answerLate(page, `**/incident/${id}/story?*`);
  await page.getByRole("button", { name: "Undo" }).click();
  await late.isRead;
  await expect(page.getByText("Change undone")).toBeVisible();
  await step(page, "Resolve");
  late.release();
  await expect(page.getByText("Time to resolve")).toBeVisible();
});

test("a step shows its time although the story was being read for the first time", {
  tag: "@hard",
}, async ({ page, request }) => {
  await openIncident(request);
  const id = await openIncident(request);
  await page.goto("/p/acme/incident");
  const late = await answerLate(page, `**/incident/${id}/story?*`);
  await page.locator(`a[href$="/incident/${id}"]`).first().click();
  await late.isRead;
  await step(page, "Acknowledge");
  late.release();
  await expect(page.getByText("Time to acknowledge")).toBeVisible();
});

test("a note of another caller appears although the story was being read", async ({
  page,
  request,
}) => {
  const id = await openIncident(request);
  await page.goto("/p/acme/incident");
  const late = await answerLate(page, `**/incident/${id}/story?*`);
  await page.locator(`a[href$="/incident/${id}"]`).first().click();
  await late.isRead;
  await createRecord(request, "incident-internal-note", {
    ...{ incidentId: id, note: "The queue is full again" },
  });
  // Longer than changes are gathered.
  await page.waitForTimeout(1_000);
  late.release();
  await expect(page.getByText("The queue is full again")).toBeVisible();
});

test("a list shows a change of another caller although it was being read", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await openIncident(request);
  await page.goto("/p/acme/label");
  const late = await answerLate(page, "**/api/incident/get-list");
  await page.locator(`nav a[href="/p/acme/incident"]`).first().click();
  await late.isRead;
  const data = { title: "Checkout is down" };
  await callApi(request, "PUT", `/api/incident/${id}`, { data });
  await page.waitForTimeout(1_000);
  late.release();
  const row = page.locator(`tr[id$="${id}"]`);
  await expect(row).toContainText("Checkout is down");
});

/** Creates an incident without a step and returns its id. */
async function openIncident(request: APIRequestContext): Promise<string> {
  return createRecord(request, "incident", {
    title: "Checkout is slow",
    incidentSeverityId: sampleId("incident-severity", 1),
    currentIncidentStateId: sampleId("incident-state", 1),
    declaredAt: new Date().toISOString(),
  });
}

/** Takes a step. The page's own double-click protection ends before. */
async function step(page: Page, name: "Acknowledge" | "Resolve"): Promise<void> {
  await page.waitForTimeout(600);
  await page.getByRole("button", { name, exact: true }).click();
  const done = name === "Acknowledge" ? /acknowledged$/ : /resolved$/;
  await expect(page.getByText(done).first()).toBeVisible();
  await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
}
