import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import type { JsonObject } from "@/lib/schema/json";
import { createRecord, declareIncident, gridRows, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

interface Press {
  /** The address below the project. */
  readonly path: string | ((request: APIRequestContext) => Promise<string>);
  /** Done before the press. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** The control that has the focus when the key is pressed. */
  readonly control: (page: Page) => Locator;
  readonly key?: string;
  /** The element that has the focus when the control is gone. */
  readonly next: (page: Page) => Locator;
}

const incident = `incident/${sampleId("incident", 58)}`;
const statusPage = `status-page/${sampleId("status-page", 1)}`;

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true });
const region = (name: string) => (page: Page) => page.getByRole("region", { name, exact: true });
const tab = (name: RegExp) => (page: Page) => page.getByRole("tabpanel", { name });
const facts = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Facts" }) });

const owners = (page: Page) => page.getByRole("form", { name: "Add to Incident user owners" });
const addOwner = button("Add to Incident user owners");
const openOwners = (page: Page) => addOwner(page).click();
const ownersOfNew = async (request: APIRequestContext) =>
  `incident/${await declareIncident(request)}?tab=related`;
const addRule = (page: Page) => button("Add rule")(page).click();

const label = async (request: APIRequestContext) => {
  const data = { name: "Described", color: "#123456", description: "A text" };
  return `label/${await createRecord(request, "label", data)}`;
};
const announcement = async (request: APIRequestContext) => {
  const made = await createRecord(request, "status-page-announcement", {
    ...{ title: "Maintenance", description: "Tonight", isOwnerNotified: false },
    showAnnouncementAt: "2026-01-01T00:00:00.000Z",
    endAnnouncementAt: "2026-01-02T00:00:00.000Z",
  });
  return `status-page-announcement/${made}`;
};
const rename = (request: APIRequestContext, id: string, data: JsonObject) =>
  callApi(request, "PUT", `/api/incident/${id}`, { data });

const pageOfOneRule = async (request: APIRequestContext) => {
  const statusPageId = await createRecord(request, "status-page", { name: "One rule" });
  await createRecord(request, "status-page-history-chart-bar-color-rule", {
    ...{ statusPageId, uptimePercentGreaterThanOrEqualTo: 99, barColor: "#2ab57d" },
  });
  return `status-page/${statusPageId}`;
};

/** Opens the editor of a value and empties it. */
const empty = (title: string) => async (page: Page) => {
  await page.getByRole("button", { name: `Edit ${title}`, exact: true }).press("Enter");
  await page.getByRole("textbox", { name: title }).fill("");
};

const filtered = (filter: string) => `label?${new URLSearchParams({ filter })}`;
const openText = (page: Page) => button("Filter as text")(page).press("Enter");

const disappearing: Readonly<Record<string, Press>> = {
  "Collapse of the sidebar": {
    ...{ path: incident, control: button("Collapse the sidebar") },
    next: button("Expand the sidebar"),
  },
  "Expand of the sidebar": {
    path: incident,
    prepare: (page) => button("Collapse the sidebar")(page).click(),
    ...{ control: button("Expand the sidebar"), next: button("Collapse the sidebar") },
  },
  "the end of a jump in the timeline": {
    path: `${incident}?at=2027-01-01T00:00:00.000Z`,
    ...{ control: button("Show all"), next: region("Timeline") },
  },
  "the last page of a timeline": {
    path: async (request) => {
      const [projectId, incidentId] = [
        await sampleProjectId(request),
        await declareIncident(request),
      ];
      for (const count of [100, 110]) {
        const data = { projectId, incidentId, note: "Still slow", isOwnerNotified: false };
        const items = Array.from({ length: count }, () => ({ data }));
        await callApi(request, "POST", "/api/incident-internal-note/bulk-create", { items });
      }
      return `incident/${incidentId}`;
    },
    // A wide window loads further entries without the button.
    prepare: (page) => page.setViewportSize({ width: 900, height: 800 }),
    ...{ control: button("Show more entries"), next: region("Timeline") },
  },
  "all fields of a history": {
    path: `${incident}?tab=history&field=title`,
    ...{ control: button("Show all fields"), next: tab(/^History/) },
  },
  "the last page of a history": {
    path: async (request) => {
      const id = await declareIncident(request);
      for (let time = 1; time <= 26; time += 1)
        await rename(request, id, { title: `Title ${time}` });
      return `incident/${id}?tab=history`;
    },
    ...{ control: button("Show older changes"), next: tab(/^History/) },
  },
  "the uptime of monitors": {
    path: async (request) =>
      `incident/${await declareIncident(request, { monitors: [sampleId("monitor", 2)] })}`,
    ...{ control: button("Show uptime of 90 days"), next: region("At a glance") },
  },
  "Cancel of a form in place": {
    ...{ path: ownersOfNew, prepare: openOwners, next: addOwner },
    control: (page) => owners(page).getByRole("button", { name: "Cancel" }),
  },
  "Escape in a form in place": {
    ...{ path: ownersOfNew, prepare: openOwners, next: addOwner, key: "Escape" },
    control: (page) => owners(page).getByRole("combobox"),
  },
  "Add in a form in place": {
    ...{ path: ownersOfNew, next: addOwner },
    prepare: async (page) => {
      await openOwners(page);
      await owners(page).getByRole("combobox").fill(sampleId("user", 1));
      await page.getByRole("option").first().click();
    },
    control: (page) => owners(page).getByRole("button", { name: "Add", exact: true }),
  },
  "the discarded colors of a status page": {
    ...{ path: statusPage, prepare: addRule },
    ...{ control: button("Discard"), next: region("Bar colors") },
  },
  "the saved colors of a status page": {
    ...{ path: statusPage, prepare: addRule },
    ...{ control: button("Save colors"), next: region("Bar colors") },
  },
  "a removed bar color rule": {
    ...{ path: pageOfOneRule, control: button("Remove rule 1"), next: region("Bar colors") },
  },
  "a cleared time": {
    path: announcement,
    prepare: (page) => button("Edit Shown until")(page).press("Enter"),
    control: button("Clear"),
    next: (page) => page.getByRole("textbox", { name: "Shown until" }),
  },
  "a fact that is emptied": {
    ...{ path: announcement, prepare: empty("Shown until"), next: facts },
    control: button("Save"),
  },
  "a long text that is emptied": {
    ...{ path: label, prepare: empty("Description"), next: tab(/^Overview/) },
    control: button("Save"),
  },
  "the last condition of a filter": {
    ...{ path: filtered("name~prod"), next: button("Filter") },
    control: button(/^Remove: /),
  },
  "all conditions of a filter": {
    ...{ path: filtered("name~prod color:#123456"), next: button("Filter") },
    control: button("Clear"),
  },
  "Escape in a filter as text": {
    ...{ path: "label", prepare: openText, next: button("Filter as text"), key: "Escape" },
    control: (page) => page.getByRole("combobox", { name: "Filter as text" }),
  },
  "Enter in a filter as text": {
    path: "label",
    prepare: async (page) => {
      await openText(page);
      await page.getByRole("combobox", { name: "Filter as text" }).fill("name~prod");
    },
    control: (page) => page.getByRole("combobox", { name: "Filter as text" }),
    next: button("Filter as text"),
  },
};

for (const [what, { path, prepare, control, key = "Enter", next }] of Object.entries(disappearing))
  test(`the focus stays near a control that disappears: ${what}`, { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    const address = typeof path === "string" ? path : await path(request);
    await page.goto(`/p/acme/${address}`);
    await prepare?.(page);
    await control(page).press(key);
    await expect(control(page)).toHaveCount(0);
    await expect(page.locator("body")).not.toBeFocused();
    await expect(next(page)).toBeFocused();
  });

test("Escape closes an editor whose time was cleared", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  await page.goto(`/p/acme/${await announcement(request)}`);
  await button("Edit Shown until")(page).press("Enter");
  await button("Clear")(page).press("Enter");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("form", { name: "Edit Shown until" })).toHaveCount(0);
  await expect(button("Edit Shown until")(page)).toBeFocused();
});

test("a record that is moved to an end of its list keeps the focus on its button", {
  tag: "@hard",
}, async ({ page, request }) => {
  await page.goto(`/p/acme/project/${await sampleProjectId(request)}`);
  const rows = page.getByRole("grid", { name: "Incident severities, in order" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  for (const { tabs, direction, end } of [
    { tabs: 2, direction: "up", end: 0 },
    { tabs: 3, direction: "down", end: 2 },
  ]) {
    await rows.nth(0).focus();
    await page.keyboard.press("ArrowDown");
    await expect(rows.nth(1)).toBeFocused();
    for (let tab = 0; tab < tabs; tab += 1) await page.keyboard.press("Tab");
    const move = rows.nth(1).getByRole("button", { name: new RegExp(`${direction}$`) });
    await expect(move).toBeFocused();
    const name = (await move.getAttribute("aria-label")) ?? "";
    await page.keyboard.press("Enter");
    const moved = rows.nth(end).getByRole("button", { name });
    await expect(moved).toBeFocused();
    await expect(moved).toBeDisabled();
    await page.waitForLoadState("networkidle");
    await expect(moved).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(moved, "which moves no further").toBeFocused();
  }
});

test("the first opening of a menu or popover returns the focus to its button", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/label");
  await expect(gridRows(page).first()).toBeVisible();
  const overlay = page.locator("[data-rac][role=dialog]");
  for (const name of ["Columns", "Filter", "Column Name", "50 per page", "Export"]) {
    await button(name)(page).press("Enter");
    await expect(overlay.and(page.locator(":focus-within")), name).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(overlay, name).toHaveCount(0);
    await expect(button(name)(page), name).toBeFocused();
  }
});

test("the first and the last page of a list keep the focus on the button that led there", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/incident?size=25");
  const place = page.locator("footer").getByRole("status");
  await expect(place).toHaveText(/^1–25 of /);
  let first = 1;
  for (const [name, by] of [
    ["Next page", 25],
    ["Previous page", -25],
  ] as const) {
    const turn = button(name)(page);
    while (!(await turn.isDisabled())) {
      await turn.press("Enter");
      first += by;
      await expect(place).toHaveText(new RegExp(`^${first}–`));
      await page.waitForLoadState("networkidle");
    }
    await expect(turn).toBeFocused();
    await turn.press("Enter");
    await expect(turn).toBeFocused();
  }
  expect(first).toBe(1);
});

test("Enter leaves the focus in the input whose value is refused", async ({ page }) => {
  await page.goto("/p/acme/incident");
  await page.getByRole("button", { name: "Filter as text" }).click();
  const input = page.getByRole("combobox", { name: "Filter as text" });
  await input.fill("sate:1");
  await input.press("Enter");
  await expect(page.getByText('There is no field "sate".')).toBeVisible();
  await expect(input).toBeFocused();
});
