import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Story, StoryEntry } from "@/lib/contract/records/story";
import type { Report } from "@/lib/contract/report";
import { resourceAt, resources } from "@/lib/resources";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { sufficientTitles } from "@/lib/schema/permission-titles";
import type { Resource } from "@/lib/schema/resource";
import { EventReader } from "@/tests/event-reader";
import { type PeopleReply, type TestPeople, testPeople } from "@/tests/people";

/**
 * Replies that are made of records of several kinds hold only what the caller may read, for each set
 * of permissions. A new view is a row of `views`.
 */

let people: TestPeople;
/** The cookies of the user whose permissions change, and of the owner. */
let cookie: string;
let ownerCookie: string;
let memberRow: string;
let visitors: ReadonlyMap<string, string>;
/** Ids of records by the path of their kind. */
const made: Record<string, string> = {};
/** The id of an event before all changes, and what the owner is told after it. */
let before = "";
let told: readonly JsonObject[] = [];

beforeAll(async () => {
  people = await testPeople();
  const { engine } = people;
  const userId = await people.person("Subject", ["Project Owner"]);
  const rows = await engine.rows("member", { op: "eq", column: "userId", value: userId });
  memberRow = String(rows[0]?._id);
  cookie = await people.signIn("Subject");
  ownerCookie = await people.signIn("Owner");
  before = (await get("/api/label/get-list")).headers["X-Change-Token"] ?? "";
  await fill(userId);
  told = await eventsAfter(before);
  visitors = await documentsFor();
});
afterAll(() => people.close());

const mark = (path: string) => `mark-${path}-end`;

function the(path: string): string {
  const id = made[path];
  if (id === undefined) throw new Error(`There is no ${path}.`);
  return id;
}

/** Creates a record of a kind, whose texts hold the mark of the kind. */
async function make(path: string, data: JsonObject): Promise<void> {
  made[path] = String((await people.engine.create(path, data))._id);
}

/** Fills the project with an incident and what belongs to it, each kind with its mark. */
async function fill(userId: string): Promise<void> {
  const { engine } = people;
  const colored = (path: string) => ({ name: mark(path), color: "#112233" });
  await make("label", colored("label"));
  await make("incident-state", { ...colored("incident-state"), order: 1 });
  await make("incident-severity", { ...colored("incident-severity"), order: 1 });
  await make("alert-state", { ...colored("alert-state"), order: 1 });
  await make("alert-severity", { ...colored("alert-severity"), order: 1 });
  await make("monitor-status", { ...colored("monitor-status"), priority: 1 });
  await make("incident-role", colored("incident-role"));
  await make("team", { name: mark("team") });
  await make("service", { name: mark("service") });
  const currentMonitorStatusId = the("monitor-status");
  await make("monitor", { name: mark("monitor"), monitorType: "API", currentMonitorStatusId });
  const monitorId = the("monitor");
  await make("service-monitor", { serviceId: the("service"), monitorId });
  await make("on-call-duty-policy", { name: mark("on-call-duty-policy") });
  const rule = "on-call-duty-policy-escalation-rule";
  const onCallDutyPolicyId = the("on-call-duty-policy");
  await make(rule, { onCallDutyPolicyId, escalateAfterInMinutes: 5, name: mark(rule) });
  await make("status-page", {
    ...{ name: mark("status-page"), slug: "matrix", publishedAt: engine.clock.iso() },
    ...{ isPublicStatusPage: true, showIncidentsOnStatusPage: true },
  });
  const statusPageId = the("status-page");
  const displayName = mark("status-page-resource");
  await make("status-page-resource", { statusPageId, monitorId, displayName });
  const incidentState = { currentIncidentStateId: the("incident-state") };
  const incidentSeverity = { incidentSeverityId: the("incident-severity") };
  const episode = { title: mark("incident-episode"), ...incidentState };
  await make("incident-episode", episode);
  engine.clock.move(10);
  await make("incident", {
    ...{ title: mark("incident"), declaredAt: engine.clock.iso(), monitors: [monitorId] },
    ...{ ...incidentState, ...incidentSeverity, labels: [the("label")] },
    ...{ onCallDutyPolicies: [onCallDutyPolicyId], isVisibleOnStatusPage: true },
    incidentEpisodeId: the("incident-episode"),
  });
  const incidentId = the("incident");
  await make("alert", {
    ...{ title: mark("alert"), monitorId, currentAlertStateId: the("alert-state") },
    alertSeverityId: the("alert-severity"),
  });
  engine.clock.move(10);
  await make("monitor-status-timeline", {
    ...{ monitorId, monitorStatusId: the("monitor-status") },
    rootCause: mark("monitor-status-timeline"),
  });
  await make("incident-state-timeline", {
    ...{ incidentId, incidentStateId: the("incident-state") },
    rootCause: mark("incident-state-timeline"),
  });
  await make("incident-member", {
    ...{ incidentId, userId, incidentRoleId: the("incident-role") },
    notes: mark("incident-member"),
  });
  await make("incident-owner-user", { incidentId, userId, isOwnerNotified: false });
  await make("incident-owner-team", { incidentId, teamId: the("team") });
  for (const path of ["incident-internal-note", "incident-public-note"]) {
    await make(path, { incidentId, note: mark(path) });
  }
  await make("incident-feed", {
    ...{ incidentId, feedInfoInMarkdown: mark("incident-feed"), displayColor: "#112233" },
    incidentFeedEventType: "IncidentUpdated",
  });
  const metadata = { incidentId };
  await make("ai-agent-task", {
    ...{ name: mark("ai-agent-task"), description: mark("ai-agent-task") },
    ...{ taskType: "FixException", metadata },
  });
}

/** Sends a request of the user whose permissions change. */
function get(path: string): Promise<PeopleReply> {
  return people.ask("GET", path, undefined, { cookie });
}

/** A set of permissions, and the kinds that it lets its holder read. */
class Grant {
  readonly permissions: readonly string[];
  constructor(permissions: readonly string[]) {
    this.permissions = permissions;
  }

  mayRead(resource: Resource | undefined): boolean {
    if (!resource) return false;
    return sufficientTitles(resource, "read").some((one) => this.permissions.includes(one));
  }
}

/** A reply that is made of records of several kinds. */
interface View {
  readonly name: string;
  /** The titles without which it is refused. */
  readonly needs: readonly string[];
  /** Sends the requests, and checks what each reply holds. */
  readonly check: (grant: Grant) => Promise<void>;
}

const views: readonly View[] = [
  { name: "the story", needs: ["Read Incident"], check: checkStory },
  {
    ...{ name: "the uptime", check: checkUptime },
    needs: ["Read Monitor", "Read Monitor Status", "Read Monitor Status Timeline"],
  },
  {
    ...{ name: "the report", check: checkReport },
    needs: ["Read Incident", "Read Incident State Timeline"],
  },
  { name: "the events", needs: [], check: checkEvents },
  { name: "the presence", needs: ["Read Teams"], check: checkPresence },
  { name: "the preview of the status page", needs: ["Read Status Page"], check: checkPreview },
  { name: "the status page", needs: [], check: checkVisited },
];

const kinds = [...resources.values()];
const titles = [...new Set(kinds.flatMap(({ permission }) => permission.read ?? []))];

describe.each(views.map((view) => [view.name, view] as const))("%s", (_, { needs, check }) => {
  it.each([
    ["nothing", [["Create Label"]]],
    ["one kind", titles.map((title) => [title])],
    ["what it needs, and one kind", titles.map((title) => [...needs, title])],
    ["a role", [["Project Member"], ["Project Owner"], ["Read All Project Resources"]]],
  ])("tells a reader of %s only what they may read", async (_name, sets) => {
    for (const permissions of sets) {
      await people.engine.update("member", memberRow, { permissions }, people.engine.operator);
      await check(new Grant(permissions));
    }
  });

  it("tells the owner of another project nothing", async () => {
    const other = await people.engine.newProject(`Other ${needs.join()}`);
    const { operator } = people.engine;
    const moved = { permissions: ["Create Label"] };
    await people.engine.update("member", memberRow, moved, operator);
    const [own] = await people.engine.rows("member", { op: "eq", column: "_id", value: memberRow });
    const there = { userId: own?.userId ?? null, projectId: other, permissions: ["Project Owner"] };
    const { _id } = await people.engine.create("member", there, operator);
    await check(new Grant(moved.permissions));
    await people.engine.remove("member", _id, operator);
  });
});

/** Fails if a text holds the mark of a kind that may not be read. */
function expectMarks(text: string, grant: Grant): void {
  const found = [...new Set(text.match(/(?<=mark-)[a-z-]+(?=-end)/g))];
  const stray = found.filter((path) => !grant.mayRead(resourceAt(path)));
  expect(stray, grant.permissions.join()).toEqual([]);
}

let ownStory: Story | undefined;

async function checkStory(grant: Grant): Promise<void> {
  const path = `/api/incident/${the("incident")}/story`;
  ownStory ??= await storyOfOwner(path);
  const { status, body } = await get(path);
  expectMarks(JSON.stringify(body), grant);
  if (!grant.mayRead(resourceAt("incident"))) {
    expect([403, 404]).toContain(status);
    return;
  }
  expect(status).toBe(200);
  const story = body as unknown as Story;
  const may = (kind: string) => grant.mayRead(resourceAt(kind));
  const isOpen = ({ subject, kind }: StoryEntry) =>
    may(subject.resource) && (kind !== "escalation" || may("incident-state-timeline"));
  const idsOf = (entries: readonly StoryEntry[]) => entries.map(({ id }) => id).sort();
  expect(idsOf(story.entries)).toEqual(idsOf(ownStory.entries.filter(isOpen)));
  expect({
    owners: story.glance?.owners !== null,
    monitors: story.glance?.monitors !== null,
    services: story.glance?.services !== null,
    policies: story.glance?.policies !== null,
    rules: (story.glance?.policies?.[0]?.rules ?? null) !== null,
    statusPages: story.glance?.statusPages !== null,
    since: story.glance?.state.since !== null,
  }).toEqual({
    owners: may("incident-owner-user") || may("incident-owner-team"),
    monitors: may("monitor"),
    services: may("service") && may("service-monitor"),
    policies: may("on-call-duty-policy"),
    rules: may("on-call-duty-policy") && may("on-call-duty-policy-escalation-rule"),
    statusPages: may("status-page") && may("status-page-resource"),
    since: may("incident-state-timeline"),
  });
}

async function storyOfOwner(path: string): Promise<Story> {
  const { body } = await people.ask("GET", path, undefined, { cookie: ownerCookie });
  const story = body as unknown as Story;
  expect(new Set(story.entries.map(({ subject }) => subject.resource)).size).toBeGreaterThan(10);
  return story;
}

async function checkUptime(grant: Grant): Promise<void> {
  const ask = new URLSearchParams({ projectId: people.engine.projectId, days: "3" });
  const { status, body } = await get(`/api/uptime?${ask}`);
  expectMarks(JSON.stringify(body), grant);
  const needed = ["monitor", "monitor-status", "monitor-status-timeline"];
  if (!needed.every((path) => grant.mayRead(resourceAt(path)))) {
    expect([403, 404]).toContain(status);
    return;
  }
  expect(status).toBe(200);
  const monitors = body["monitors"] as JsonObject[];
  expect(monitors.map(({ _id }) => _id)).toContain(the("monitor"));
  const counted = monitors.flatMap(({ incidents }) => incidents ?? []);
  expect(counted.length > 0).toBe(grant.mayRead(resourceAt("incident")));
}

/** A report is told to every member. Each of its parts needs the kinds that it counts. */
async function checkReport(grant: Grant): Promise<void> {
  const { status, body } = await get(`/api/report?projectId=${people.engine.projectId}`);
  expect(status).toBe(200);
  expectMarks(JSON.stringify(body), grant);
  const { incidents, uptime, load, noise, attention } = body as unknown as Report;
  const may = (...paths: string[]) => paths.every((path) => grant.mayRead(resourceAt(path)));
  const times = may("incident", "incident-state-timeline");
  expect({
    incidents: incidents !== null,
    severities: (incidents?.severities ?? []).length > 0,
    times: (incidents?.acknowledged ?? null) !== null && incidents?.resolved !== null,
    uptime: uptime !== null,
    load: load !== null,
    noise: noise !== null,
    open: attention.open !== null,
    unowned: attention.unowned !== null,
    withoutPostmortem: attention.withoutPostmortem !== null,
  }).toEqual({
    ...{ times, incidents: may("incident"), severities: may("incident", "incident-severity") },
    uptime: may("monitor", "monitor-status", "monitor-status-timeline"),
    load: times && may("incident-owner-user", "user"),
    noise: may("alert", "alert-state-timeline", "monitor"),
    open: may("incident", "incident-state"),
    unowned: may("incident", "incident-state", "incident-owner-user", "incident-owner-team"),
    withoutPostmortem: may("incident", "incident-severity"),
  });
  if (incidents) expect(incidents.count).toBe(1);
  if (load) expect(load.people).toHaveLength(1);
  if (noise) expect(noise.monitors.map(({ _id }) => _id)).toEqual([the("monitor")]);
}

/** Returns the changes after an event, as many as the user may read. */
async function eventsAfter(after: string, count?: number): Promise<readonly JsonObject[]> {
  const { status, headers, stream } = await get(`/api/events?after=${after}`);
  if (!stream) throw new Error(`The events answer ${status}.`);
  const reader = new EventReader({ status, headers, stream, body: "" });
  const found: JsonObject[] = [];
  expect((await reader.next())?.name).toBe("open");
  const isLast = (): boolean =>
    count === undefined ? found.at(-1)?.["resource"] === "ai-agent-task" : found.length >= count;
  while (!isLast()) found.push({ ...((await reader.next())?.data as JsonObject) });
  await reader.close();
  return found;
}

async function checkEvents(grant: Grant): Promise<void> {
  const isOpen = ({ resource, projectId }: JsonObject) =>
    projectId === people.engine.projectId && grant.mayRead(resourceAt(String(resource)));
  const expected = told.filter(isOpen);
  const shown = ({ resource, recordId, operation }: JsonObject): JsonValue[] => [
    ...[resource ?? null, recordId ?? null, operation ?? null],
  ];
  const found = await eventsAfter(before, expected.length);
  expect(found.map(shown)).toEqual(expected.map(shown));
}

/** Other users at a record are told to users who may read it. */
async function checkPresence(grant: Grant): Promise<void> {
  const places = Object.entries(made);
  const closed = places.filter(([path]) => !grant.mayRead(resourceAt(path))).slice(0, 3);
  const open = places.filter(([path]) => grant.mayRead(resourceAt(path)));
  for (const [resource, recordId] of [...closed, ...open]) {
    const at = { resource, recordId, mode: "viewing" };
    await people.ask("POST", "/api/presence", at, { cookie: ownerCookie });
    const { body } = await people.ask("POST", "/api/presence", at, { cookie });
    const others = (body["data"] ?? []) as JsonObject[];
    const isShown = grant.mayRead(resourceAt(resource)) && grant.mayRead(resourceAt("user"));
    expect(others.length, `${resource} for ${grant.permissions}`).toBe(isShown ? 1 : 0);
  }
}

async function checkPreview(grant: Grant): Promise<void> {
  const { status, text } = await get(`/api/status-page/${the("status-page")}/preview`);
  expectMarks(text, grant);
  const shows = ["status-page", "incident", "incident-public-note", "monitor"];
  const isShown = shows.every((path) => grant.mayRead(resourceAt(path)));
  expect(status === 200).toBe(isShown);
  if (isShown) expect(text).toContain(mark("incident"));
}

/** The documents of a public page are the same for everybody. */
async function documentsFor(as?: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const name of ["summary", "incidents", "components"]) {
    const path = `/status/matrix/api/v2/${name}.json`;
    const reply = await people.ask("GET", path, undefined, { cookie: as });
    expect(reply.status).toBe(200);
    texts.set(name, JSON.stringify(reply.body));
  }
  return texts;
}

async function checkVisited(): Promise<void> {
  expect(await documentsFor(cookie)).toEqual(visitors);
  const text = [...visitors.values()].join();
  const secret = ["incident-internal-note", "incident-feed", "team", "service", "alert", "label"];
  for (const path of secret) expect(text).not.toContain(mark(path));
}
