import { expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { createRecord, gridRows } from "./support/records";
import { callApi, signIn } from "./support/session";
import { takeStep } from "./support/take-step";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

const incident = (more = {}) => ({
  title: "Checkout is slow",
  incidentSeverityId: sampleId("incident-severity", 1),
  currentIncidentStateId: sampleId("incident-state", 1),
  declaredAt: new Date().toISOString(),
  ...more,
});

/** Counts the matching requests to the API from now on. */
function counting(page: Page, matches: (path: string) => boolean) {
  const seen: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // A heartbeat reads nothing of the record.
    const isRead = pathname.startsWith("/api/") && pathname !== "/api/presence";
    if (isRead && matches(pathname)) seen.push(pathname);
  });
  return seen;
}

test("an incident opens with at most 3 requests; a step and a note refetch at most 2", async ({
  page,
  request,
}) => {
  const name = "Opened with few requests";
  await createRecord(
    request,
    "incident",
    incident({ title: name, monitors: [sampleId("monitor", 1)], labels: [sampleId("label", 1)] }),
  );
  await page.goto("/p/acme/incident");
  const link = gridRows(page).filter({ hasText: name }).getByRole("link").first();
  await expect(link).toBeVisible();
  // The page follows changes by others, such as the creation above, at most every two seconds.
  await createRecord(request, "incident", incident({ title: "By another user" }));
  await expect(page.getByRole("button", { name: /^\d+ new$/ })).toBeVisible();
  await page.waitForTimeout(2_500);
  await page.waitForLoadState("networkidle");
  const opening = counting(page, () => true);
  // The row asks for the states when the pointer reaches it, and leaves the page before the answer.
  await page.route("**/api/incident-state/get-list", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  const asked = page.waitForRequest("**/api/incident-state/get-list");
  await link.hover();
  await asked;
  await link.click();
  await expect(page.getByRole("list", { name: /^Timeline/ })).toContainText(
    "declared the incident",
  );
  await page.waitForLoadState("networkidle");
  await expect(page.getByText("…", { exact: true })).toHaveCount(0);
  expect(opening.length, opening.join()).toBeLessThanOrEqual(3);

  const step = counting(page, (path) => path !== "/api/incident-state-timeline");
  await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(page.getByText(/INC-\d+ acknowledged/)).toBeVisible();
  await expect(page.getByRole("list", { name: /^Timeline/ })).toContainText("Acknowledged");
  await page.waitForLoadState("networkidle");
  expect(step.length, step.join()).toBeLessThanOrEqual(2);

  const noting = counting(page, (path) => path !== "/api/incident-internal-note");
  await page.getByRole("textbox", { name: /^Note on this/ }).fill("Failing over");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByRole("list", { name: /^Timeline/ })).toContainText("Failing over");
  await page.waitForLoadState("networkidle");
  expect(noting.length, noting.join()).toBeLessThanOrEqual(2);
});

test("an invalid filter in the URL stays as text next to its error", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto("/p/acme/incident?filter=nobody%3Ame%20severity%3Acritical");
  const field = page.getByRole("combobox", { name: "Filter as text" });
  await expect(field).toHaveValue("nobody:me severity:critical");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText('There is no field "nobody"').first()).toBeVisible();
  await field.fill("title~checkout");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/filter=title/);
  await expect(page.getByRole("alert").filter({ hasText: "cannot be used" })).toHaveCount(0);
});

test("keys pressed before the page is ready open the palette with that text", {
  tag: "@hard",
}, async ({ page }) => {
  await page.route("**/_next/static/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto("/p/acme", { waitUntil: "commit" });
  await page.waitForFunction(() => document.body !== null);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("new inc");
  const field = page.getByRole("searchbox", { name: "Find records and pages" });
  await expect(field).toBeFocused({ timeout: 15_000 });
  await expect(field).toHaveValue("new inc");
});

test("the palette finds by description and says so", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  await createRecord(
    request,
    "incident",
    incident({ title: "Quiet name", description: "The zephyrine queue of Nordkap grows." }),
  );
  await page.goto("/p/acme?find=nordkap%20zephyr");
  const option = page.getByRole("option", { name: /Quiet name/ });
  await expect(option).toContainText("Description: ");
  await expect(option).toContainText("zephyrine");
});

test("a field that is filled in among the empty ones stays where it is", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const id = await createRecord(request, "incident", incident());
  await page.goto(`/p/acme/incident/${id}`);
  const empty = page.locator("details", { hasText: "empty field" });
  await empty.locator("summary").click();
  await empty.getByRole("button", { name: "Edit Root cause" }).click();
  await page.getByRole("textbox", { name: "Root cause" }).fill("A full disk");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Root cause saved")).toBeVisible();
  await expect(empty.getByText("A full disk")).toBeVisible();
  await empty.locator("summary").click();
  await expect(page.getByRole("heading", { name: "Root cause" })).toBeVisible();
});

test("a new record counts only filled-in fields", { tag: "@hard" }, async ({ page, request }) => {
  const id = await createRecord(request, "incident", incident());
  await page.goto(`/p/acme/incident-owner-user/new?incidentId=${id}`);
  await expect(page.getByText("1 field filled in")).toBeVisible();
});

test("an episode is acknowledged and resolved, and has a timeline", async ({ page, request }) => {
  const id = await createRecord(request, "incident-episode", {
    title: "Checkout again",
    currentIncidentStateId: sampleId("incident-state", 1),
    isManuallyCreated: true,
    isVisibleOnStatusPage: false,
  });
  await page.goto(`/p/acme/incident-episode/${id}`);
  await expect(page.getByText("Open for")).toBeVisible();
  await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(page.getByText(/IE-\d+ acknowledged/)).toBeVisible();
  await takeStep(page, "Resolve");
  await expect(page.getByRole("button", { name: "Reopen", exact: true })).toBeVisible();
  // The episode has no severity, and a name that never loads would be shown as "…".
  await expect(page.getByText("…", { exact: true })).toHaveCount(0);
  const timeline = page.getByRole("list", { name: /^Timeline/ });
  await expect(timeline).toContainText("set the state to Resolved");
});

test("the change log begins with time, author, operation and record", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto("/p/acme/change-log");
  const heads = page.locator('[role="grid"] thead th');
  await expect(heads.filter({ hasText: "When" })).toBeVisible();
  const shown = (await heads.allInnerTexts()).map((text) => text.trim()).filter(Boolean);
  expect(shown.slice(1, 4)).toEqual(["When", "Done by", "Operation"]);
  expect(shown).not.toContain("Sequence");
});

test("an owner repairs a monitor that keeps the status of an incident that is over", {
  tag: "@hard",
}, async ({ page, request }) => {
  const monitor = await createRecord(request, "monitor", {
    name: "Repairable",
    monitorType: "Manual",
  });
  const more = { monitors: [monitor], changeMonitorStatusToId: sampleId("monitor-status", 3) };
  // Creation keeps the status as sent, even if the incident starts resolved.
  const state = { currentIncidentStateId: sampleId("incident-state", 3) };
  await createRecord(request, "incident", incident({ ...more, ...state }));
  await page.goto("/p/acme/integrity");
  await expect(page.getByRole("region", { name: /with a worse status than/ })).toBeVisible();
  await page.getByRole("button", { name: "Repair monitors…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Repair monitors?" });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog.getByRole("button", { name: "Repair monitors" }).click();
  await expect(page.getByText(/^Repaired \d+ monitor status/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const now = await callApi(request, "POST", `/api/monitor/${monitor}/get-item`);
  expect(now["currentMonitorStatusId"]).toBe(sampleId("monitor-status", 1));
});
