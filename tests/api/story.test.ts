import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Story, type StoryEntry, storyKinds } from "@/lib/contract/records/story";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
let sharedAck: string;
let shared: Awaited<ReturnType<typeof fullIncident>>;
const ids: Record<string, string> = {};

beforeAll(async () => {
  api = await testApi();
  for (const [path, name] of [
    ["incident-state", "Identified"],
    ["incident-state", "Acknowledged"],
    ["incident-state", "Resolved"],
    ["incident-severity", "Critical Incident"],
    ["alert-state", "Identified"],
    ["alert-severity", "High"],
    ["monitor-status", "Offline"],
  ] as const) {
    ids[`${path} ${name}`] = await api.engine.idOf(path, name);
  }
  shared = await fullIncident();
  sharedAck = minutesIn(10);
});
afterAll(() => api.close());

function the(name: string): string {
  const id = ids[name];
  if (id === undefined) throw new Error(`There is no ${name}.`);
  return id;
}

async function make(path: string, data: JsonObject): Promise<string> {
  const body = { data: { projectId: api.projectId, ...data } };
  const made = await api.ask("POST", `/api/${path}`, { key: api.owner, body });
  return String(expectStatus(made, 200).body._id);
}

async function storyOf(path: string, id: string, query = "", key = api.owner): Promise<Story> {
  const reply = await api.ask("GET", `/api/${path}/${id}/story`, { key, query });
  return expectStatus(reply, 200).body as unknown as Story;
}

/** Returns all entries, page by page. */
async function wholeStory(
  path: string,
  id: string,
  query: string,
  key = api.owner,
): Promise<StoryEntry[]> {
  const entries: StoryEntry[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Story = await storyOf(path, id, `${query}&cursor=${cursor}`, key);
    entries.push(...page.entries);
    cursor = page.nextCursor;
  }
  return entries;
}

const minute = 60_000;
/** The time when the last incident began. */
let start = 0;
const minutesIn = (minutes: number) => new Date(start + minutes * minute).toISOString();

const inTwoHours = () => new Date(api.engine.clock.now().getTime() + 120 * minute).toISOString();

/** An incident with some records of each kind around it. */
async function incidentWithStory(): Promise<{
  readonly incidentId: string;
  readonly monitor: string;
}> {
  const monitor = await make("monitor", { name: "Checkout", monitorType: "API" });
  const service = await make("service", { name: "Shop" });
  await make("service-monitor", { serviceId: service, monitorId: monitor });
  const policy = await make("on-call-duty-policy", { name: "Primary" });
  const rule = { onCallDutyPolicyId: policy, escalateAfterInMinutes: 5 };
  await make("on-call-duty-policy-escalation-rule", { ...rule, name: "First" });
  await make("on-call-duty-policy-escalation-rule", { ...rule, name: "Second" });
  api.engine.clock.move(10 * 60);
  start = api.engine.clock.now().getTime();
  const incidentId = await make("incident", {
    ...{ title: "Checkout broken", declaredAt: minutesIn(0), monitors: [monitor] },
    ...{ currentIncidentStateId: the("incident-state Identified") },
    ...{ incidentSeverityId: the("incident-severity Critical Incident") },
    onCallDutyPolicies: [policy],
  });
  return { incidentId, monitor };
}

function enter(incidentId: string, state: string, minutes: number): Promise<string> {
  const incidentStateId = the(`incident-state ${state}`);
  return make("incident-state-timeline", {
    incidentId,
    incidentStateId,
    startsAt: minutesIn(minutes),
  });
}

/** Makes an incident with entries of every kind that one may have. */
async function fullIncident(): Promise<{ readonly incidentId: string; readonly monitor: string }> {
  const { incidentId, monitor } = await incidentWithStory();
  const began = api.engine.clock.iso();
  const identified = { currentAlertStateId: the("alert-state Identified") };
  const severity = { alertSeverityId: the("alert-severity High") };
  const userId = newId();
  const teamId = await make("team", { name: "Payments" });
  const incidentRoleId = await api.engine.idOf("incident-role", "Incident Commander");
  const task = { name: "Fix", description: "Fix", taskType: "FixException" };
  await make("incident-member", { incidentId, userId, incidentRoleId });
  await make("incident-owner-user", { incidentId, userId, isOwnerNotified: false });
  await make("incident-owner-team", { incidentId, teamId });
  await make("incident-internal-note", { incidentId, note: "Looking into it" });
  await make("incident-public-note", { incidentId, note: "We are looking into it" });
  await make("alert", { ...identified, ...severity, title: "Slow", monitorId: monitor });
  await make("ai-agent-task", { ...task, metadata: { incidentId } });
  const monitorStatusId = the("monitor-status Offline");
  await make("monitor-status-timeline", { monitorId: monitor, monitorStatusId, startsAt: began });
  await enter(incidentId, "Acknowledged", 10);
  const change = { data: { title: "Checkout is broken" } };
  expectStatus(
    await api.ask("PUT", `/api/incident/${incidentId}`, { key: api.owner, body: change }),
    200,
  );
  return { incidentId, monitor };
}

describe("the story of an incident", () => {
  it("tells who did what, with names and the state around it", async () => {
    const { incidentId, monitor } = await incidentWithStory();
    const userId = (await api.engine.rows("user"))[0]?._id ?? newId();
    api.engine.clock.move(60);
    await enter(incidentId, "Acknowledged", 10);
    await make("incident-internal-note", { incidentId, note: "Looking into it" });
    const owner = await make("incident-owner-user", { incidentId, userId, isOwnerNotified: false });
    const change = { data: { title: "Checkout is broken" } };
    await api.ask("PUT", `/api/incident/${incidentId}`, { key: api.owner, body: change });
    await api.ask("DELETE", `/api/incident-owner-user/${owner}`, { key: api.owner });
    const story = await storyOf("incident", incidentId);
    const told = story.entries.map(({ kind, verb }) => `${kind} ${verb}`);
    expect(told.slice(0, 3).sort()).toEqual(["began began", "escalation reached", "state entered"]);
    expect(told).toContain("note posted");
    const people = story.entries.filter(({ kind }) => kind === "person");
    expect(people.map(({ verb, data }) => [verb, data["userId"]]).sort()).toEqual([
      ["added", userId],
      ["removed", userId],
    ]);
    const changed = story.entries.find(({ kind }) => kind === "change");
    expect(changed?.changes).toEqual([
      { field: "title", before: "Checkout broken", after: "Checkout is broken" },
    ]);
    expect(changed?.actor).toMatchObject({ type: "apiKey" });
    expect(story.record).toMatchObject({ _id: incidentId, title: "Checkout is broken" });
    expect(story.glance).toMatchObject({
      state: { _id: the("incident-state Acknowledged"), since: minutesIn(10) },
      monitors: [{ _id: monitor }],
      services: [{ monitors: [monitor] }],
      policies: [{ rules: 2, reached: { place: 2 } }],
    });
    expect(story.labels["incident-state"]?.[the("incident-state Acknowledged")]?.label).toBe(
      "Acknowledged",
    );
    expect(story.labels["monitor"]?.[monitor]?.label).toBe("Checkout");
    expect(story.incomplete).toEqual([]);
  });
});

describe("the owners in a story", () => {
  it("are the users and teams that own the record now, each once, with their names", async () => {
    const { incidentId } = await incidentWithStory();
    const userId = (await api.engine.rows("user"))[0]?._id ?? newId();
    const teamId = await make("team", { name: "Platform" });
    const fields = { incidentId, isOwnerNotified: false };
    const owners = async () => (await storyOf("incident", incidentId)).glance?.owners;
    expect(await owners()).toEqual([]);
    await make("incident-owner-team", { incidentId, teamId });
    const removed = await make("incident-owner-user", { ...fields, userId: newId() });
    for (const _ of [1, 2]) await make("incident-owner-user", { ...fields, userId });
    await api.ask("DELETE", `/api/incident-owner-user/${removed}`, { key: api.owner });
    expect(await owners()).toEqual([
      { resource: "user", _id: userId },
      { resource: "team", _id: teamId },
    ]);
    const { labels } = await storyOf("incident", incidentId);
    expect(labels["team"]?.[teamId]?.label).toBe("Platform");
  });

  it("are those of an alert too, and absent for kinds that name them in fields", async () => {
    const alertId = await make("alert", {
      ...{ title: "Slow", currentAlertStateId: the("alert-state Identified") },
      alertSeverityId: the("alert-severity High"),
    });
    const userId = newId();
    await make("alert-owner-user", { alertId, userId });
    const { glance } = await storyOf("alert", alertId);
    expect(glance?.owners).toEqual([{ resource: "user", _id: userId }]);
    const episode = await make("alert-episode", {
      ...{ title: "E", currentAlertStateId: the("alert-state Identified") },
      alertSeverityId: the("alert-severity High"),
    });
    expect((await storyOf("alert-episode", episode)).glance?.owners).toBeNull();
  });
});

describe("the status pages in a story", () => {
  it("say why visitors of a page do not see the record there", async () => {
    const { incidentId, monitor } = await incidentWithStory();
    const statusPageId = await make("status-page", {
      ...{ name: "Acme", showIncidentsOnStatusPage: false },
    });
    await make("status-page-resource", {
      ...{ statusPageId, monitorId: monitor, displayName: "Shop" },
    });
    const set = async (path: string, data: JsonObject) =>
      expectStatus(await api.ask("PUT", path, { key: api.owner, body: { data } }), 200);
    const shown = async () => (await storyOf("incident", incidentId)).glance?.statusPages?.[0];
    expect(await shown()).toMatchObject({
      ...{ _id: statusPageId, monitors: [monitor], address: null },
      hiddenBy: ["record", "page", "publication"],
    });
    await set(`/api/incident/${incidentId}`, { isVisibleOnStatusPage: true });
    expect((await shown())?.hiddenBy).toEqual(["page", "publication"]);
    await set(`/api/status-page/${statusPageId}`, { publishedAt: minutesIn(0) });
    expect((await shown())?.hiddenBy).toEqual(["page"]);
    await set(`/api/status-page/${statusPageId}`, { showIncidentsOnStatusPage: true });
    const last = await shown();
    expect(last?.hiddenBy).toEqual([]);
    expect(last?.address).toMatch(/^\/status\//);
    await set(`/api/incident/${incidentId}`, { declaredAt: inTwoHours() });
    expect((await shown())?.hiddenBy).toEqual(["declaration"]);
  });

  it("are absent for kinds that no status page shows", async () => {
    const alert = await make("alert", {
      ...{ title: "Slow", monitorId: shared.monitor },
      ...{ currentAlertStateId: the("alert-state Identified") },
      alertSeverityId: the("alert-severity High"),
    });
    const { glance } = await storyOf("alert", alert);
    expect(glance?.monitors).toHaveLength(1);
    expect(glance?.statusPages).toBeNull();
  });
});

describe("who reads a story", () => {
  /** The title that shows each kind of entries, beside that of the incident. */
  const titles: readonly (readonly [title: string, kinds: readonly string[]])[] = [
    ["Read Label", []],
    ["Read Incident State Timeline", ["state"]],
    ["Read Monitor Status Timeline", ["status"]],
    ["Read Alert", ["alert"]],
    ["Read Incident Internal Note", ["note"]],
    ["Read Incident Public Note", ["note"]],
    ["Read Incident Member", ["person"]],
    ["Read Incident User Owner", ["person"]],
    ["Read Incident Team Owner", ["person"]],
    ["Read AI Agent Task", ["task"]],
    // The states tell until when rules were reached.
    ["Read On-Call Duty Policy Escalation Rule", []],
  ];

  it("sees entries, numbers and names of the kinds that they may read", async () => {
    const { incidentId, monitor } = shared;
    for (const [title, kinds] of titles) {
      const key = await api.key(["Read Incident", title]);
      const story = await storyOf("incident", incidentId, "", key);
      const told = new Set(story.entries.map(({ kind }) => kind));
      expect([title, [...told].sort()]).toEqual([title, [...kinds, "began", "change"].sort()]);
      const one = await wholeStory("incident", incidentId, "limit=1", key);
      expect(one.length, title).toBe(story.entries.length);
      expect(story.glance, title).toMatchObject({
        ...{ monitors: null, services: null, policies: null, statusPages: null },
        state: { since: title.includes("State") ? sharedAck : null },
      });
      expect(story.labels["monitor"]?.[monitor], title).toBeUndefined();
      expect(Object.keys(story.labels["user"] ?? {}), title).toEqual([]);
    }
    const all = await storyOf("incident", incidentId);
    const everyKind = new Set(all.entries.map(({ kind }) => kind));
    expect([...everyKind].sort()).toEqual(
      storyKinds.filter((kind) => kind !== "feed" && kind !== "member").sort(),
    );
  });

  it("is refused to guests, other projects and callers without the record's title", async () => {
    const { incidentId } = shared;
    const path = `/api/incident/${incidentId}/story`;
    const elsewhere = await api.key(["Project Owner"], await api.newProject());
    expectStatus(await api.ask("GET", path), 401);
    expectStatus(await api.ask("GET", path, { key: elsewhere }), 404);
    expectStatus(await api.ask("GET", path, { key: await api.key(["Read Label"]) }), 403);
    expectStatus(await api.ask("GET", `/api/incident/${newId()}/story`, { key: api.owner }), 404);
    expectStatus(await api.ask("GET", `/api/label/${newId()}/story`, { key: api.owner }), 405);
  });

  it.each([
    ["limit=0", "limit"],
    ["limit=x", "limit"],
    ["at=yesterday", "at"],
    ["kinds=note,notes", "kinds"],
    ["order=up", "order"],
    ["cursor=abc", "cursor"],
    ["kind=note", "kind"],
  ])("answers 400 to %s", async (query, field) => {
    const { incidentId } = shared;
    const reply = await api.ask("GET", `/api/incident/${incidentId}/story`, {
      key: api.owner,
      query,
    });
    expect(expectStatus(reply, 400).body.errors).toMatchObject([{ field }]);
  });
});

describe("the stories of alerts and episodes", () => {
  it("hold their members, and the events of the monitors of these", async () => {
    const monitorId = await make("monitor", { name: "Queue", monitorType: "API" });
    const state = { currentAlertStateId: the("alert-state Identified") };
    const episode = await make("alert-episode", { ...state, title: "Noise" });
    const severity = { alertSeverityId: the("alert-severity High") };
    const alert = await make("alert", {
      ...{ ...state, ...severity, title: "Slow", monitorId, alertEpisodeId: episode },
    });
    const other = await make("alert", { ...state, ...severity, title: "Other", monitorId });
    await make("alert-episode-internal-note", { alertEpisodeId: episode, note: "Seen" });
    const kindsOf = ({ entries }: Story) => entries.map(({ kind, id }) => `${kind} ${id}`);
    const ofEpisode = kindsOf(await storyOf("alert-episode", episode));
    expect(ofEpisode).toEqual(
      expect.arrayContaining([`member ${alert}`, `alert ${other}`, `began ${episode}`]),
    );
    expect(ofEpisode).not.toContain(`alert ${alert}`);
    expect(ofEpisode.map((one) => one.split(" ")[0])).toEqual(
      expect.arrayContaining(["note", "status"]),
    );
    const ofAlert = kindsOf(await storyOf("alert", alert));
    expect(ofAlert).toContain(`alert ${other}`);
    expect(ofAlert).not.toContain(`alert ${alert}`);
  });

  it("hold the feed of an incident episode", async () => {
    const incidentEpisodeId = await make("incident-episode", {
      ...{ title: "Outages", currentIncidentStateId: the("incident-state Identified") },
    });
    const entry = await make("incident-episode-feed", {
      ...{ incidentEpisodeId, feedInfoInMarkdown: "Grouped", displayColor: "#112233" },
      incidentEpisodeFeedEventType: "EpisodeUpdated",
    });
    const { entries } = await storyOf("incident-episode", incidentEpisodeId, "kinds=feed");
    expect(entries).toMatchObject([{ id: entry, kind: "feed", verb: "posted" }]);
  });
});

/** A generator of numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe("a story of random records", () => {
  it("is the merge of what the plain API lists, in pages and both directions", async () => {
    const random = randomFrom(7);
    const { incidentId, monitor } = await incidentWithStory();
    const other = await make("monitor", { name: "Other", monitorType: "API" });
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const rows: [string, JsonObject][] = [];
    for (let number = 0; number < 100; number += 1) {
      const time = minutesIn(Math.floor(random() * 400) - 200);
      rows.push(
        pick<[string, JsonObject]>([
          [
            "incident-public-note",
            { incidentId, note: `n${number}`, postedAt: random() < 0.5 ? time : null },
          ],
          ["incident-internal-note", { incidentId, note: `n${number}` }],
          [
            "monitor-status-timeline",
            {
              monitorId: pick([monitor, other]),
              monitorStatusId: the("monitor-status Offline"),
              startsAt: time,
            },
          ],
          [
            "incident-state-timeline",
            {
              incidentId,
              incidentStateId: the(`incident-state ${pick(["Identified", "Acknowledged"])}`),
              startsAt: time,
            },
          ],
          [
            "alert",
            {
              ...{ title: `a${number}`, monitorId: pick([monitor, other]) },
              ...{ currentAlertStateId: the("alert-state Identified") },
              alertSeverityId: the("alert-severity High"),
            },
          ],
        ]),
      );
    }
    for (let at = 0; at < rows.length; at += 1) {
      const [path, data] = rows[at] ?? ["", {}];
      if (at % 10 === 0) api.engine.clock.move(1);
      await make(path, data);
    }
    const expected = await bruteForce(incidentId, monitor);
    for (const limit of [13, 200]) {
      const told = await wholeStory("incident", incidentId, `limit=${limit}`);
      expect(told.map(keyOf)).toEqual(expected);
    }
    const back = await wholeStory("incident", incidentId, "limit=23&order=desc");
    expect(back.map(keyOf)).toEqual(expected.toReversed());
    const middle = expected[Math.floor(expected.length / 2)]?.slice(0, 24) ?? "";
    const later = await wholeStory("incident", incidentId, `limit=50&at=${middle}`);
    expect(later.map(keyOf)).toEqual(expected.filter((key) => key.slice(0, 24) >= middle));
    const notes = await wholeStory("incident", incidentId, "limit=9&kinds=note,state");
    expect(notes.map(keyOf)).toEqual(expected.filter((key) => / (?:note|state) /.test(key)));
  });

  const keyOf = ({ at, id, kind }: StoryEntry) => `${at} ${kind} ${id}`;

  /** Returns the keys of all entries, from the lists of the plain API. */
  async function bruteForce(incidentId: string, monitor: string): Promise<string[]> {
    const list = async (path: string, query: JsonObject): Promise<JsonObject[]> => {
      const found: JsonObject[] = [];
      for (let cursor: JsonValue = ""; typeof cursor === "string"; ) {
        const body: JsonObject = { query, limit: 100, cursor };
        const page = expectStatus(
          await api.ask("POST", `/api/${path}/get-list`, { key: api.owner, body }),
          200,
        ).body;
        found.push(...(page.data as JsonObject[]));
        cursor = page.nextCursor ?? null;
      }
      return found;
    };
    const until = api.engine.clock.now().toISOString();
    const isDuring = (time: string) => time >= minutesIn(-120) && time <= until;
    const keys: string[] = [`${minutesIn(0)} began ${incidentId}`];
    const add = (kind: string, row: JsonObject, time: JsonValue | undefined) =>
      keys.push(`${time} ${kind} ${row._id}`);
    for (const row of await list("incident-public-note", { incidentId }))
      add("note", row, row.postedAt ?? row.createdAt);
    for (const row of await list("incident-internal-note", { incidentId }))
      add("note", row, row.createdAt);
    const states = await list("incident-state-timeline", { incidentId });
    const acknowledged =
      states
        .filter((row) => row.incidentStateId === the("incident-state Acknowledged"))
        .map((row) => String(row.startsAt))
        .sort()[0] ?? "9999";
    for (const row of states) add("state", row, row.startsAt);
    for (const row of await list("monitor-status-timeline", { monitorId: monitor }))
      if (isDuring(String(row.startsAt))) add("status", row, row.startsAt);
    for (const row of await list("alert", { monitorId: monitor }))
      if (isDuring(String(row.createdAt))) add("alert", row, row.createdAt);
    for (const [at, row] of (await list("on-call-duty-policy-escalation-rule", {}))
      .toReversed()
      .slice(2)
      .entries())
      if (minutesIn(5 * at) < acknowledged) keys.push(`${minutesIn(5 * at)} escalation ${row._id}`);
    const order = (key: string) => `${key.slice(0, 24)} ${key.split(" ").at(-1)}`;
    return keys.sort((one, two) => (order(one) < order(two) ? -1 : 1));
  }
});
