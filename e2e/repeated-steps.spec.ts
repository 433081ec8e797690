import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { holdResponses } from "./support/hold-response";
import { loseReply } from "./support/lose-reply";
import { untilQuiet } from "./support/quiet-network";
import { createRecord, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

const events = "**/api/incident-state-timeline";

test.beforeEach(({ page }) => signIn(page));

test.describe("a step whose reply is lost", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("is not sent again once the record has its state", async ({ page, request }) => {
    const { id, name } = await declare(request);
    await page.goto("/p/acme/incident");
    const row = page.locator(`[id="row-${id}"]`);
    const resolve = row.getByRole("button", { name: /^Resolve/ });
    await row.hover();
    await expect(resolve).toBeVisible();
    // The list keeps the state from before.
    const letListThrough = await holdResponses(page, "**/api/incident/get-list");
    await loseReply(page, events);
    await resolve.click();
    await expect(page.getByText(`${name} not resolved`)).toBeVisible();
    await resolve.click();
    await expect(page.getByText(`${name} is already resolved`)).toBeVisible();
    expect(await eventsOf(request, id, 3)).toBe(1);
    await expect(resolve).toHaveCount(0);
    letListThrough();
  });

  test("is sent again if the server did not take it", { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    const { id, name } = await declare(request);
    await page.goto(`/p/acme/incident/${id}`);
    const resolve = page.getByRole("button", { name: "Resolve", exact: true });
    const keys = keysOf(page);
    await page.route(events, (route) => route.abort(), { times: 1 });
    await resolve.click();
    await expect(page.getByText(`${name} not resolved`)).toBeVisible();
    await resolve.click();
    await expect(page.getByText(`${name} resolved`)).toBeVisible();
    await expect(page.getByText(`${name} not resolved`)).toHaveCount(0);
    expect(keys).toEqual([expect.any(String), keys[0]]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Change undone")).toBeVisible();
    expect(await eventsOf(request, id, 3)).toBe(0);
  });
});

test("a step that is pending is not sent again from the palette", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const { id, name } = await declare(request);
  await page.goto(`/p/acme/incident/${id}`);
  const acknowledge = page.getByRole("button", { name: "Acknowledge", exact: true });
  await expect(acknowledge).toBeVisible();
  const letThrough = await holdResponses(page, events);
  await acknowledge.click();
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: `Acknowledge ${name}` }).click();
  await expect(page.getByText(`${name} is still being acknowledged`)).toBeVisible();
  letThrough();
  await expect(page.getByText(`${name} acknowledged`)).toBeVisible();
  await untilQuiet(page);
  expect(await eventsOf(request, id, 2)).toBe(1);
});

test("a step that is taken again after a reload has the key of the first request", {
  tag: "@hard",
}, async ({ page, request }) => {
  const { id, name } = await declare(request);
  await page.goto(`/p/acme/incident/${id}`);
  const acknowledge = page.getByRole("button", { name: "Acknowledge", exact: true });
  const keys = keysOf(page);
  // The first request never arrives.
  await page.route(events, () => new Promise(() => undefined), { times: 1 });
  await acknowledge.click();
  await expect.poll(() => keys.length).toBe(1);
  await page.reload();
  await acknowledge.click();
  await expect(page.getByText(`${name} acknowledged`)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Change undone")).toBeVisible();
  await acknowledge.click();
  await expect.poll(() => eventsOf(request, id, 2)).toBe(1);
  const [first, repeated, afterUndo] = keys;
  expect(first).toEqual(expect.any(String));
  expect(repeated).toBe(first);
  expect(afterUndo).not.toBe(first);
});

test("a step on a row that a selection holds is not sent once another user moved the record", {
  tag: "@hard",
}, async ({ page, request }) => {
  const { id, name } = await declare(request);
  await page.goto("/p/acme/incident");
  const row = page.locator(`[id="row-${id}"]`);
  await row.getByRole("checkbox").check();
  await createRecord(request, "incident-state-timeline", {
    ...{ incidentId: id, incidentStateId: sampleId("incident-state", 3) },
  });
  await row.hover();
  const acknowledge = row.getByRole("button", { name: /^Acknowledge/ });
  await acknowledge.click();
  await expect(page.getByText(`${name} not acknowledged`)).toBeVisible();
  await expect(page.getByText("It is “Resolved” by now.")).toBeVisible();
  await expect(row).toContainText("Resolved");
  await expect(acknowledge).toHaveCount(0);
  expect(await eventsOf(request, id, 2)).toBe(0);
});

/** Returns the list of the keys of the steps that the page sends. */
function keysOf(page: Page): (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  page.on("request", (sent) => {
    const isStep = sent.method() === "POST" && sent.url().endsWith("/incident-state-timeline");
    if (isStep) keys.push(sent.headers()["idempotency-key"]);
  });
  return keys;
}

/** Returns the number of events that moved an incident into a state of the sample project. */
async function eventsOf(
  request: APIRequestContext,
  incidentId: string,
  state: number,
): Promise<number> {
  const path = "/api/incident-state-timeline/count";
  const incidentStateId = sampleId("incident-state", state);
  const query = { incidentId, incidentStateId, projectId: await sampleProjectId(request) };
  return (await callApi<{ count: number }>(request, "POST", path, { query })).count;
}

/** Creates an incident and returns its id and its name in messages. */
async function declare(request: APIRequestContext) {
  const made = await callApi(request, "POST", "/api/incident", {
    data: {
      projectId: await sampleProjectId(request),
      title: "Checkout is slow",
      incidentSeverityId: sampleId("incident-severity", 1),
      currentIncidentStateId: sampleId("incident-state", 1),
      declaredAt: new Date().toISOString(),
    },
  });
  return { id: String(made["_id"]), name: String(made["incidentNumberWithPrefix"]) };
}
