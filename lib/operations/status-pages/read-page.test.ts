import { afterEach, beforeEach, expect, test } from "vitest";
import { statusPage } from "@/lib/resources/status-pages/status-page";
import type { JsonObject } from "@/lib/schema/json";
import { testEngine } from "@/tests/engine";
import { pageColumns } from "./published-page";
import { readPublicPage } from "./read-page";

let engine: Awaited<ReturnType<typeof testEngine>>;
beforeEach(async () => {
  engine = await testEngine();
});
afterEach(() => engine.store.close());

/** Creates a page with one monitor. */
async function newPage(data: JsonObject = {}) {
  const page = await engine.create("status-page", { name: "Page", ...data });
  const monitor = await engine.create("monitor", { name: "Inside", monitorType: "Manual" });
  const [pageId, monitorId] = [String(page._id), String(monitor._id)];
  const shown = { statusPageId: pageId, monitorId, displayName: "Shop" };
  const entry = await engine.create("status-page-resource", shown);
  return { pageId, monitorId, entryId: String(entry._id) };
}

async function stateId(name: string): Promise<string> {
  return await engine.idOf("incident-state", name, engine.projectId);
}

async function newIncident(monitorId: string, data: JsonObject = {}): Promise<string> {
  const { _id } = await engine.create("incident", {
    ...{ title: "Orders fail", isVisibleOnStatusPage: true, monitors: [monitorId] },
    declaredAt: "2029-12-31T12:00:00.000Z",
    incidentSeverityId: await engine.idOf(
      "incident-severity",
      "Critical Incident",
      engine.projectId,
    ),
    currentIncidentStateId: await stateId("Identified"),
    ...data,
  });
  return String(_id);
}

async function read(pageId: string) {
  const { store, projectId, clock } = engine;
  const filter = { op: "eq", column: "_id", value: pageId } as const;
  const ask = { projects: [projectId], filter, columns: pageColumns };
  const [row = {}] = await store.reader.find(statusPage, ask);
  return await readPublicPage(store.reader, row, clock.now());
}

test.each([
  ["ASCII", "a".repeat(20_100)],
  ["Chinese", "中".repeat(6_700)],
  ["a very long text", "b".repeat(900_000)],
])("a text beyond the limits is shown to its limit: %s", async (_, text) => {
  const { pageId, monitorId, entryId } = await newPage();
  const shown = text.length > 10_000 ? `${text.slice(0, 10_000)}…` : text;
  await engine.update("status-page-resource", entryId, { displayDescription: text });
  const incidentId = await newIncident(monitorId, {
    ...{ description: text, postmortemNote: text, showPostmortemOnStatusPage: true },
    postmortemPostedAt: "2029-12-31T20:00:00.000Z",
  });
  await engine.create("incident-public-note", { incidentId, note: text });
  await engine.create("status-page-announcement", {
    ...{ statusPages: [pageId], title: "New region", description: text },
    showAnnouncementAt: "2029-12-31T00:00:00.000Z",
  });
  const page = await read(pageId);
  expect(page.openIncidents).toMatchObject([{ description: shown, postmortem: shown }]);
  expect(page.openIncidents[0]?.updates.map((one) => one.text)).toContain(shown);
  expect(page.announcements).toMatchObject([{ description: shown }]);
  expect(page.groups[0]?.monitors).toMatchObject([{ description: shown }]);
});

test("an incident longer than the history is shown for its days after it was resolved", async () => {
  const { pageId, monitorId } = await newPage({ showIncidentHistoryInDays: 14 });
  const long = { declaredAt: "2029-12-10T12:00:00.000Z" };
  const incidentId = await newIncident(monitorId, { title: "Long", ...long });
  const other = await newIncident(monitorId, { title: "Over for long", ...long });
  const incidentStateId = await stateId("Resolved");
  await engine.create("incident-state-timeline", {
    ...{ incidentId: other, incidentStateId, startsAt: "2029-12-12T12:00:00.000Z" },
  });
  expect((await read(pageId)).openIncidents).toMatchObject([{ title: "Long" }]);
  await engine.create("incident-state-timeline", {
    ...{ incidentId, incidentStateId, startsAt: "2029-12-31T13:00:00.000Z" },
  });
  const after = await read(pageId);
  expect(after.openIncidents).toEqual([]);
  expect(after.pastIncidents).toMatchObject([
    { title: "Long", resolvedAt: "2029-12-31T13:00:00.000Z" },
  ]);
});

test("an incident longer than the history is shown beside a thousand shorter ones", async () => {
  const { pageId, monitorId } = await newPage({ showIncidentHistoryInDays: 14 });
  const resolved = await stateId("Resolved");
  const incidentId = await newIncident(monitorId, {
    ...{ title: "Long", declaredAt: "2029-12-10T12:00:00.000Z" },
  });
  const startsAt = "2029-12-31T13:00:00.000Z";
  await engine.create("incident-state-timeline", {
    ...{ incidentId, incidentStateId: resolved, startsAt },
  });
  engine.clock.move(1);
  const short = {
    ...{ title: "Short", projectId: engine.projectId, currentIncidentStateId: resolved },
    declaredAt: "2029-12-31T12:00:00.000Z",
    incidentSeverityId: await engine.idOf("incident-severity", "Minor Incident"),
  };
  for (let count = 0; count < 1_000; count += 1) await engine.create("incident", short);
  expect((await read(pageId)).pastIncidents).toMatchObject([
    { title: "Long", resolvedAt: startsAt },
  ]);
});

test("the history knows that it has more incidents than it shows", async () => {
  const { pageId, monitorId } = await newPage({ showIncidentHistoryInDays: 14 });
  const currentIncidentStateId = await stateId("Resolved");
  for (let count = 0; count < 100; count += 1)
    await newIncident(monitorId, { currentIncidentStateId });
  expect(await read(pageId)).toMatchObject({ hasEarlierIncidents: false });
  const declaredAt = "2029-12-31T11:00:00.000Z";
  await newIncident(monitorId, { title: "Earlier", currentIncidentStateId, declaredAt });
  const { pastIncidents = [], hasEarlierIncidents } = await read(pageId);
  expect([pastIncidents.length, hasEarlierIncidents]).toEqual([100, true]);
  expect(pastIncidents.map(({ title }) => title)).not.toContain("Earlier");
});

test.each([1e9, -1e9, 1e300])("a history of %d days is bounded", async (days) => {
  const { pageId } = await newPage({
    ...{ showAnnouncementHistoryInDays: days, showIncidentHistoryInDays: days },
  });
  await engine.create("status-page-announcement", {
    ...{ statusPages: [pageId], title: "Ended", description: "It was." },
    showAnnouncementAt: "2029-12-01T00:00:00.000Z",
    endAnnouncementAt: "2029-12-02T00:00:00.000Z",
  });
  const { pastAnnouncements, historyDays } = await read(pageId);
  expect([pastAnnouncements.length, historyDays]).toEqual(days > 0 ? [1, 365] : [0, 0]);
});

test("visitors see the state that holds, not one that is planned", async () => {
  const { pageId, monitorId } = await newPage();
  const { create, idOf, projectId, clock } = engine;
  const soon = new Date(clock.now().getTime() + 3_600_000).toISOString();
  const later = new Date(clock.now().getTime() + 7_200_000).toISOString();
  const plan = async (incidentId: string, state: string, startsAt: string) => {
    const incidentStateId = await stateId(state);
    await create("incident-state-timeline", { incidentId, incidentStateId, startsAt });
  };
  await plan(await newIncident(monitorId, { title: "Open" }), "Resolved", later);
  const long = { title: "Long", declaredAt: "2029-10-01T12:00:00.000Z" };
  await plan(await newIncident(monitorId, long), "Resolved", later);
  const over = await newIncident(monitorId, { title: "Over" });
  await plan(over, "Resolved", "2029-12-31T13:00:00.000Z");
  await plan(over, "Identified", soon);
  const monitorStatusId = await idOf("monitor-status", "Offline", projectId);
  await create("monitor-status-timeline", { monitorId, monitorStatusId, startsAt: later });
  const page = await read(pageId);
  expect(page.openIncidents).toMatchObject([
    { title: "Open", state: { name: "Identified" }, resolvedAt: undefined },
    { title: "Long", state: { name: "Identified" }, resolvedAt: undefined },
  ]);
  expect(page.pastIncidents).toMatchObject([
    { title: "Over", phase: "resolved", resolvedAt: "2029-12-31T13:00:00.000Z" },
  ]);
  expect(page.groups[0]?.monitors[0]?.status?.level).toBe("operational");
  expect(page.changesAt).toBe(Date.parse(soon));
  clock.move(121);
  const then = await read(pageId);
  expect(then.groups[0]?.monitors[0]?.status?.level).toBe("down");
  expect(then.openIncidents).toMatchObject([{ title: "Over", state: { name: "Identified" } }]);
  expect(then.pastIncidents?.map(({ title }) => title).sort()).toEqual(["Long", "Open"]);
});

test.each([false, null, true])(
  "incidents and announcements are shown by one rule: %s",
  async (shows) => {
    const { pageId, monitorId } = await newPage();
    await engine.update("status-page", pageId, {
      ...{ showIncidentsOnStatusPage: shows, showAnnouncementsOnStatusPage: shows },
    });
    await newIncident(monitorId);
    await engine.create("status-page-announcement", {
      ...{ statusPages: [pageId], title: "New region", description: "Soon." },
      showAnnouncementAt: "2029-12-31T00:00:00.000Z",
    });
    const { openIncidents, announcements } = await read(pageId);
    const count = shows === true ? 1 : 0;
    expect([openIncidents.length, announcements.length]).toEqual([count, count]);
  },
);
