import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { storyQuery } from "@/lib/contract/records/story";
import { storyOf } from "@/lib/operations/story/story";
import { resourceAt } from "@/lib/resources";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { type TestEngine, testEngine } from "@/tests/engine";

let engine: TestEngine;
const statements: string[] = [];
beforeEach(async () => {
  engine = await testEngine({ onStatement: (text) => statements.push(text) });
  statements.length = 0;
});
afterEach(() => engine.store.close());

const user = "0f0f0f0f-0000-4000-8000-000000000000";

async function newIncident(more: JsonObject = {}): Promise<string> {
  const made = await engine.create("incident", {
    ...{ title: "Down", declaredAt: engine.clock.iso() },
    currentIncidentStateId: await engine.idOf("incident-state", "Identified"),
    incidentSeverityId: await engine.idOf("incident-severity", "Major Incident"),
    ...more,
  });
  return String(made._id);
}

async function newAlert(more: JsonObject = {}): Promise<string> {
  const made = await engine.create("alert", {
    title: "Slow",
    currentAlertStateId: await engine.idOf("alert-state", "Identified"),
    alertSeverityId: await engine.idOf("alert-severity", "High"),
    ...more,
  });
  return String(made._id);
}

const episode = async (kind: "incident" | "alert") => {
  const state = kind === "incident" ? "currentIncidentStateId" : "currentAlertStateId";
  const data = { title: "Both", [state]: await engine.idOf(`${kind}-state`, "Identified") };
  return String((await engine.create(`${kind}-episode`, data))._id);
};

/** Returns the entries of the feed of a record, in order. */
async function feedOf(path: string, record: JsonValue): Promise<Row[]> {
  const owner = path
    .replace(/-feed$/, "")
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return await engine.rows(path, { op: "eq", column: `${owner}Id`, value: String(record) });
}

const typesIn = (rows: readonly Row[]) =>
  rows.map((row) => Object.entries(row).find(([name]) => name.endsWith("FeedEventType"))?.[1]);

const textsIn = (rows: readonly Row[]) => rows.map((row) => row.feedInfoInMarkdown);

describe("the feed of an incident", () => {
  it("tells states, severities, people and notes, with the color of the value and without texts", async () => {
    const incidentId = await newIncident();
    const acknowledged = await engine.idOf("incident-state", "Acknowledged");
    await engine.create("incident-state-timeline", { incidentId, incidentStateId: acknowledged });
    const severity = await engine.idOf("incident-severity", "Critical Incident");
    await engine.update("incident", incidentId, { incidentSeverityId: severity });
    const owner = await engine.create("incident-owner-user", {
      ...{ incidentId, userId: user, isOwnerNotified: false },
    });
    await engine.remove("incident-owner-user", owner._id);
    await engine.create("incident-internal-note", { incidentId, note: "The secret cause" });
    await engine.create("incident-public-note", { incidentId, note: "We are on it" });
    const rows = await feedOf("incident-feed", incidentId);
    expect(typesIn(rows)).toEqual([
      ...["IncidentStateChanged", "IncidentUpdated", "OwnerUserAdded", "OwnerUserRemoved"],
      ...["PrivateNote", "PublicNote"],
    ]);
    expect(textsIn(rows).slice(0, 2)).toEqual([
      "The state changed from **Identified** to **Acknowledged**.",
      "The severity changed from **Major Incident** to **Critical Incident**.",
    ]);
    const state = await engine.get("incident-state", acknowledged);
    expect(rows[0]).toMatchObject({ displayColor: state.color, postedAt: engine.clock.iso() });
    expect(rows.map(({ userId }) => userId).slice(2, 4)).toEqual([user, user]);
    expect(JSON.stringify(rows)).not.toContain("secret");
    const log = await engine.rows("change-log", {
      op: "eq",
      column: "resource",
      value: "incident-feed",
    });
    expect(new Set(log.map(({ channel }) => channel))).toEqual(new Set(["rule"]));
  });

  it("begins empty: the record tells its beginning", async () => {
    const incidentId = await newIncident();
    expect(await feedOf("incident-feed", incidentId)).toEqual([]);
    expect(statements.filter((text) => text.includes("_feed"))).toEqual([]);
  });

  it("tells nothing of a step that is undone in the same request, nor of an equal value", async () => {
    const incidentId = await newIncident();
    const incidentStateId = await engine.idOf("incident-state", "Identified");
    await engine.create("incident-state-timeline", { incidentId, incidentStateId });
    expect(await feedOf("incident-feed", incidentId)).toEqual([]);
  });

  it("goes with the incident, and leaves no entry of its parts behind", async () => {
    const incidentId = await newIncident();
    await engine.create("incident-owner-user", {
      incidentId,
      userId: user,
      isOwnerNotified: false,
    });
    await engine.remove("incident", incidentId);
    expect(await engine.rows("incident-feed")).toEqual([]);
  });

  it("is in the story only with the entries that callers posted", async () => {
    const incidentId = await newIncident();
    await engine.create("incident-internal-note", { incidentId, note: "Looking" });
    await engine.create("incident-feed", {
      ...{
        incidentId,
        feedInfoInMarkdown: "Deployed 4.12",
        incidentFeedEventType: "IncidentUpdated",
      },
      displayColor: "#112233",
    });
    const incident = resourceAt("incident");
    if (!incident) throw new Error("There are no incidents.");
    const context = engine.context(engine.owner);
    const story = await storyOf(context, incident, incidentId, storyQuery.parse({}));
    const shown = story.entries.filter(({ kind }) => kind === "feed");
    expect(shown.map(({ data }) => data["feedInfoInMarkdown"])).toEqual(["Deployed 4.12"]);
    expect(shown[0]?.data).not.toHaveProperty("isWrittenByRule");
    expect(await feedOf("incident-feed", incidentId)).toHaveLength(2);
  });

  it("shows a name with Markdown in it as it is", async () => {
    const incidentId = await newIncident();
    const odd = await engine.create("incident-state", { name: "*On* [hold]", color: "#112233" });
    await engine.update("incident", incidentId, { currentIncidentStateId: odd._id ?? null });
    expect(textsIn(await feedOf("incident-feed", incidentId))).toEqual([
      "The state changed from **Identified** to **\\*On\\* \\[hold\\]**.",
    ]);
  });
});

describe("the feed of an episode", () => {
  it("tells its members, those created in it too, and its states", async () => {
    const one = await episode("incident");
    const two = await episode("incident");
    const incidentId = await newIncident({ incidentEpisodeId: one });
    await engine.update("incident", incidentId, { incidentEpisodeId: two });
    await engine.update("incident-episode", two, {
      currentIncidentStateId: await engine.idOf("incident-state", "Resolved"),
    });
    expect(typesIn(await feedOf("incident-episode-feed", one))).toEqual([
      ...["IncidentAdded", "IncidentRemoved"],
    ]);
    expect(typesIn(await feedOf("incident-episode-feed", two))).toEqual([
      ...["IncidentAdded", "EpisodeStateChanged"],
    ]);
  });

  it("and that of an alert tell when the alert joins and leaves", async () => {
    const alertEpisodeId = await episode("alert");
    const alertId = await newAlert();
    await engine.update("alert", alertId, { alertEpisodeId });
    await engine.update("alert", alertId, { alertEpisodeId: null });
    expect(typesIn(await feedOf("alert-episode-feed", alertEpisodeId))).toEqual([
      ...["AlertAdded", "AlertRemoved"],
    ]);
    expect(typesIn(await feedOf("alert-feed", alertId))).toEqual([
      ...["AddedToEpisode", "RemovedFromEpisode"],
    ]);
  });
});

describe("the feed of a monitor", () => {
  it("tells the statuses that incidents set, and its owners", async () => {
    const monitor = await engine.create("monitor", { name: "M", monitorType: "API" });
    const monitorId = String(monitor._id);
    const changeMonitorStatusToId = await engine.idOf("monitor-status", "Offline");
    await newIncident({ monitors: [monitorId], changeMonitorStatusToId });
    await engine.create("monitor-owner-user", { monitorId, userId: user });
    const rows = await feedOf("monitor-feed", monitorId);
    expect(textsIn(rows)).toEqual([
      "The status changed from **Operational** to **Offline**.",
      "A user became owner.",
    ]);
    expect(typesIn(rows)).toEqual(["MonitorStatusChanged", "OwnerUserAdded"]);
  });
});

describe.each(["incident", "alert"] as const)("the states of an %s episode", (kind) => {
  it("are events, of which the last sets the state", async () => {
    const id = await episode(kind);
    const column = `${kind}EpisodeId`;
    const value = `${kind}StateId`;
    engine.clock.move(5);
    const resolved = await engine.idOf(`${kind}-state`, "Resolved");
    await engine.create(`${kind}-episode-state-timeline`, { [column]: id, [value]: resolved });
    const current = kind === "incident" ? "currentIncidentStateId" : "currentAlertStateId";
    expect((await engine.get(`${kind}-episode`, id))[current]).toBe(resolved);
    const events = await engine.rows(`${kind}-episode-state-timeline`);
    expect(events.map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual([
      [engine.clock.iso(-5), engine.clock.iso()],
      [engine.clock.iso(), null],
    ]);
  });
});
