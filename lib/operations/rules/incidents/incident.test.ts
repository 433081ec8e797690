import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { callerOf, type TestEngine, testEngine } from "@/tests/engine";

const nowhere = "0f0f0f0f-0000-4000-8000-000000000000";

let engine: TestEngine;
const ids: Record<string, string> = {};
beforeEach(async () => {
  engine = await testEngine();
  for (const state of ["Identified", "Acknowledged", "Resolved"]) {
    ids[state] = await engine.idOf("incident-state", state);
  }
  for (const status of ["Operational", "Degraded", "Offline"]) {
    ids[status] = await engine.idOf("monitor-status", status);
  }
  ids.severity = await engine.idOf("incident-severity", "Major Incident");
});
afterEach(() => engine.store.close());

const id = (name: string): string => ids[name] ?? "";

async function monitor(name: string): Promise<string> {
  return String((await engine.create("monitor", { name, monitorType: "Manual" }))._id);
}

function declare(monitors: readonly string[], data: JsonObject = {}): Promise<Row> {
  return engine.create("incident", {
    title: "Down",
    declaredAt: engine.clock.iso(),
    currentIncidentStateId: id("Identified"),
    incidentSeverityId: id("severity"),
    changeMonitorStatusToId: id("Offline"),
    monitors,
    ...data,
  });
}

const move = (incident: Row, state: string) =>
  engine.update("incident", incident._id, { currentIncidentStateId: id(state) });

async function statusOf(monitorId: string): Promise<string> {
  const { currentMonitorStatusId } = await engine.get("monitor", monitorId);
  return String((await engine.get("monitor-status", currentMonitorStatusId))?.name);
}

/** Returns status, start, end and reason of a monitor's events in order of creation. */
async function events(monitorId: string): Promise<unknown[][]> {
  const found = await engine.rows("monitor-status-timeline", {
    op: "eq",
    column: "monitorId",
    value: monitorId,
  });
  const names = new Map(Object.entries(ids).map(([name, value]) => [value, name]));
  return found.map((row) => [
    names.get(String(row.monitorStatusId)) ?? row.monitorStatusId,
    row.startsAt,
    row.endsAt,
    row.rootCause,
  ]);
}

async function states(): Promise<unknown[][]> {
  const names = new Map(Object.entries(ids).map(([name, value]) => [value, name]));
  const found = await engine.rows("incident-state-timeline");
  return found.map((row) => [names.get(String(row.incidentStateId)), row.startsAt, row.endsAt]);
}

describe("an incident that is declared", () => {
  it("begins its history when it was declared", async () => {
    const declaredAt = engine.clock.iso(-90);
    await declare([], { declaredAt });
    expect(await states()).toEqual([["Identified", declaredAt, null]]);
  });

  it("gives each monitor its status and an event that names it", async () => {
    const one = await monitor("One");
    const start = engine.clock.iso();
    engine.clock.move(7);
    const incident = await declare([one, nowhere], { declaredAt: engine.clock.iso(-60) });
    const now = engine.clock.iso();
    expect(await statusOf(one)).toBe("Offline");
    expect(await events(one)).toEqual([
      ["Operational", start, now, null],
      ["Offline", now, null, `${incident.incidentNumberWithPrefix}: Down`],
    ]);
    expect(await events(nowhere)).toEqual([["Offline", now, null, "INC-1: Down"]]);
  });

  it("writes an event also for a monitor that has the status, and stores any status as sent", async () => {
    const one = await monitor("One");
    await declare([one]);
    await declare([one]);
    await declare([one], { changeMonitorStatusToId: nowhere });
    expect((await events(one)).map(([status]) => status)).toEqual([
      "Operational",
      "Offline",
      "Offline",
      nowhere,
    ]);
    expect((await engine.get("monitor", one)).currentMonitorStatusId).toBe(nowhere);
  });

  it("changes no monitor without a status, and none of another project", async () => {
    const one = await monitor("One");
    const other = await engine.newProject("Other");
    const theirs = await engine.create(
      "monitor",
      { projectId: other, name: "Theirs", monitorType: "Manual" },
      engine.operator,
    );
    const before = await engine.get("monitor", theirs._id);
    await declare([one], { changeMonitorStatusToId: null });
    const incident = await declare([String(theirs._id)]);
    expect(await statusOf(one)).toBe("Operational");
    expect(await engine.get("monitor", theirs._id)).toEqual(before);
    const written = await engine.rows("monitor-status-timeline", {
      op: "eq",
      column: "monitorId",
      value: String(theirs._id),
    });
    expect(written.map((row) => row.projectId)).toEqual([other, engine.projectId]);
    await move(incident, "Resolved");
    expect(await engine.get("monitor", theirs._id)).toEqual(before);
    const theirEvents = await engine.rows("monitor-status-timeline", {
      op: "eq",
      column: "projectId",
      value: other,
    });
    expect(theirEvents).toHaveLength(1);
  });

  it("logs each effect as that of a rule, with the request", async () => {
    await declare([await monitor("One")]);
    const log = await engine.rows("change-log");
    const made = log.slice(log.findLastIndex((entry) => entry.resource === "incident"));
    expect(made.map(({ resource, operation, channel }) => [resource, operation, channel])).toEqual([
      ["incident", "create", "api"],
      ["incident-state-timeline", "create", "rule"],
      ["monitor-status-timeline", "create", "rule"],
      ["monitor-status-timeline", "update", "rule"],
      ["monitor", "update", "rule"],
      ["monitor-feed", "create", "rule"],
    ]);
    expect(new Set(made.map((entry) => entry.requestId))).toEqual(new Set(["test-request"]));
  });
});

describe("an incident that changes", () => {
  it("ends one state where the next begins, and none when nothing changed", async () => {
    const incident = await declare([]);
    const start = engine.clock.iso();
    engine.clock.move(5);
    await move(incident, "Acknowledged");
    await move(incident, "Acknowledged");
    const middle = engine.clock.iso();
    engine.clock.move(5);
    await move(incident, "Identified");
    expect(await states()).toEqual([
      ["Identified", start, middle],
      ["Acknowledged", middle, engine.clock.iso()],
      ["Identified", engine.clock.iso(), null],
    ]);
  });

  it("keeps its history in order when it was declared ahead of time", async () => {
    const declaredAt = engine.clock.iso(30);
    const incident = await declare([], { declaredAt });
    await move(incident, "Acknowledged");
    expect(await states()).toEqual([
      ["Identified", declaredAt, declaredAt],
      ["Acknowledged", declaredAt, null],
    ]);
  });

  it("restores its monitors when it is resolved, and sets them again when reopened", async () => {
    const one = await monitor("One");
    const incident = await declare([one, nowhere]);
    engine.clock.move(5);
    await move(incident, "Resolved");
    const now = engine.clock.iso();
    expect(await statusOf(one)).toBe("Operational");
    expect((await events(one)).at(-1)).toEqual([
      "Operational",
      now,
      null,
      "INC-1: Down (resolved)",
    ]);
    expect((await events(nowhere)).at(-1)).toEqual([
      "Operational",
      now,
      null,
      "INC-1: Down (resolved)",
    ]);
    engine.clock.move(5);
    await move(incident, "Acknowledged");
    expect(await statusOf(one)).toBe("Offline");
    const again = ["Offline", engine.clock.iso(), null, "INC-1: Down"];
    expect((await events(one)).at(-1)).toEqual(again);
    expect((await events(nowhere)).at(-1)).toEqual(again);
  });

  it("leaves its monitors to a milder open incident when it is resolved, and names both", async () => {
    const one = await monitor("One");
    const worse = await declare([one]);
    await declare([one], { changeMonitorStatusToId: id("Degraded"), title: "Slow" });
    expect(await statusOf(one)).toBe("Degraded");
    await engine.update("monitor", one, { currentMonitorStatusId: id("Offline") });
    await move(worse, "Resolved");
    expect(await statusOf(one)).toBe("Degraded");
    expect((await events(one)).at(-1)?.[3]).toBe("INC-2: Slow (INC-1 resolved)");
  });

  it("gives its monitors back to a worse open incident when it is deleted", async () => {
    const one = await monitor("One");
    await declare([one]);
    const milder = await declare([one], { changeMonitorStatusToId: id("Degraded") });
    expect(await statusOf(one)).toBe("Degraded");
    await engine.remove("incident", milder._id);
    expect(await statusOf(one)).toBe("Offline");
    expect((await events(one)).at(-1)?.[3]).toBe("INC-1: Down (INC-2 deleted)");
  });

  it("gives its monitors another status when it asks for another, unless a worse one is asked for", async () => {
    const [one, two] = [await monitor("One"), await monitor("Two")];
    const first = await declare([one, two]);
    await declare([two]);
    await engine.update("incident", first._id, { changeMonitorStatusToId: id("Degraded") });
    expect([await statusOf(one), await statusOf(two)]).toEqual(["Degraded", "Offline"]);
    await engine.update("incident", first._id, { changeMonitorStatusToId: null });
    expect([await statusOf(one), await statusOf(two)]).toEqual(["Operational", "Offline"]);
    expect((await events(one)).at(-1)?.[3]).toBe("INC-1: Down (asks for no status)");
  });

  it("never compares a status without a record", async () => {
    const one = await monitor("One");
    const unknown = await declare([one], { changeMonitorStatusToId: nowhere });
    const known = await declare([one], { changeMonitorStatusToId: id("Degraded") });
    await engine.update("incident", unknown._id, { monitors: [] });
    await engine.update("incident", unknown._id, { monitors: [one] });
    expect(await statusOf(one)).toBe("Degraded");
    await move(known, "Resolved");
    expect(await statusOf(one)).toBe("Operational");
  });

  it("does not restore its monitors in an unknown state", async () => {
    const one = await monitor("One");
    const incident = await declare([one]);
    await engine.update("incident", incident._id, { currentIncidentStateId: nowhere });
    expect(await statusOf(one)).toBe("Offline");
  });

  it("does not change monitors that another open incident sets, that are operational, or that it never set", async () => {
    const [one, two, three] = [await monitor("One"), await monitor("Two"), await monitor("Three")];
    const first = await declare([one, two]);
    const second = await declare([one], { changeMonitorStatusToId: id("Degraded") });
    const silent = await declare([two, three], { changeMonitorStatusToId: null });
    await engine.update("monitor", two, { currentMonitorStatusId: id("Operational") });
    await engine.update("monitor", three, { currentMonitorStatusId: id("Offline") });
    const settled = await events(two);
    await move(first, "Resolved");
    expect(await statusOf(one)).toBe("Degraded");
    expect(await events(two)).toEqual(settled);
    await move(silent, "Resolved");
    expect(await statusOf(three)).toBe("Offline");
    await move(second, "Resolved");
    expect(await statusOf(one)).toBe("Operational");
  });

  it("restores its monitors when it is deleted, unless it is resolved", async () => {
    const one = await monitor("One");
    const incident = await declare([one]);
    await engine.remove("incident", incident._id);
    expect(await statusOf(one)).toBe("Operational");
    expect((await events(one)).at(-1)?.[3]).toBe("INC-1: Down (deleted)");
    expect(await states()).toEqual([]);
    const over = await declare([one]);
    await move(over, "Resolved");
    await engine.update("monitor", one, { currentMonitorStatusId: id("Degraded") });
    await engine.remove("incident", over._id);
    expect(await statusOf(one)).toBe("Degraded");
  });

  it("sets its status on added monitors and restores removed ones", async () => {
    const [one, two] = [await monitor("One"), await monitor("Two")];
    const incident = await declare([one]);
    await engine.update("incident", incident._id, { monitors: [two] });
    expect([await statusOf(one), await statusOf(two)]).toEqual(["Operational", "Offline"]);
    expect((await events(one)).at(-1)?.[3]).toBe("INC-1: Down (no longer affected)");
    expect((await events(two)).at(-1)?.[3]).toBe("INC-1: Down");
    await move(incident, "Resolved");
    await engine.update("incident", incident._id, { monitors: [one, two] });
    expect([await statusOf(one), await statusOf(two)]).toEqual(["Operational", "Operational"]);
  });

  it("leaves monitors unchanged where the project has no operational status", async () => {
    const one = await monitor("One");
    const incident = await declare([one]);
    await engine.update("monitor-status", id("Operational"), { isOperationalState: false });
    await move(incident, "Resolved");
    expect(await statusOf(one)).toBe("Offline");
  });
});

describe("state events", () => {
  const event = (incident: Row, state: string, data: JsonObject = {}) =>
    engine.create("incident-state-timeline", {
      incidentId: incident._id ?? null,
      incidentStateId: id(state),
      ...data,
    });
  const stateOf = async (incident: Row) => {
    const { currentIncidentStateId } = await engine.get("incident", incident._id);
    return (await engine.get("incident-state", currentIncidentStateId)).name;
  };

  it("acknowledge and resolve, with everything that follows from it, and add no second event", async () => {
    const one = await monitor("One");
    const incident = await declare([one]);
    engine.clock.move(5);
    await event(incident, "Acknowledged");
    expect(await stateOf(incident)).toBe("Acknowledged");
    engine.clock.move(5);
    await event(incident, "Resolved");
    expect(await stateOf(incident)).toBe("Resolved");
    expect(await statusOf(one)).toBe("Operational");
    expect(await states()).toEqual([
      ["Identified", engine.clock.iso(-10), engine.clock.iso(-5)],
      ["Acknowledged", engine.clock.iso(-5), engine.clock.iso()],
      ["Resolved", engine.clock.iso(), null],
    ]);
  });

  it("without times follow the last one of an incident that was declared ahead of time", async () => {
    const declaredAt = engine.clock.iso(30);
    const one = await monitor("One");
    const incident = await declare([one], { declaredAt });
    const added = await event(incident, "Acknowledged");
    expect(added).toMatchObject({ startsAt: declaredAt, endsAt: null });
    expect(await stateOf(incident)).toBe("Acknowledged");
    engine.clock.move(5);
    await event(incident, "Resolved", { startsAt: null });
    expect(await stateOf(incident)).toBe("Resolved");
    expect(await statusOf(one)).toBe("Operational");
    expect(await states()).toEqual([
      ["Identified", declaredAt, declaredAt],
      ["Acknowledged", declaredAt, declaredAt],
      ["Resolved", declaredAt, null],
    ]);
    await engine.remove("incident-state-timeline", added._id);
    expect(await stateOf(incident)).toBe("Resolved");
  });

  it("without times follow the last one that another process made by a clock ahead", async () => {
    engine.clock.move(1);
    const declaredAt = engine.clock.iso();
    const incident = await declare([], { declaredAt });
    engine.clock.move(-1);
    await event(incident, "Acknowledged");
    expect(await stateOf(incident)).toBe("Acknowledged");
    await move(incident, "Resolved");
    const [declared, acknowledged, resolved] = await states();
    expect(declared).toEqual(["Identified", declaredAt, acknowledged?.[1]]);
    expect(acknowledged).toEqual(["Acknowledged", acknowledged?.[1], resolved?.[1]]);
    expect(resolved?.[2]).toBeNull();
    const last = (await engine.rows("incident-state-timeline")).at(-1);
    await engine.remove("incident-state-timeline", last?._id);
    expect(await stateOf(incident)).toBe("Acknowledged");
  });

  it("with times of their own stay where they are before a state ahead", async () => {
    const declaredAt = engine.clock.iso(30);
    const incident = await declare([], { declaredAt });
    const endsAt = engine.clock.iso(5);
    const ended = await event(incident, "Acknowledged", { endsAt });
    expect(ended).toMatchObject({ startsAt: engine.clock.iso(), endsAt });
    const startsAt = engine.clock.iso(10);
    expect(await event(incident, "Acknowledged", { startsAt })).toMatchObject({
      ...{ startsAt, endsAt: declaredAt },
    });
    expect(await stateOf(incident)).toBe("Identified");
  });

  it("in the past are inserted in order and do not change the current state", async () => {
    const incident = await declare([], { declaredAt: engine.clock.iso(-60) });
    await move(incident, "Resolved");
    const startsAt = engine.clock.iso(-30);
    const added = await event(incident, "Acknowledged", { startsAt });
    expect(added.endsAt).toBe(engine.clock.iso());
    expect(await stateOf(incident)).toBe("Resolved");
    expect((await states())[0]).toEqual(["Identified", engine.clock.iso(-60), startsAt]);
  });

  it("give the incident the state of the last one that remains when they are deleted", async () => {
    const incident = await declare([]);
    engine.clock.move(5);
    const added = await event(incident, "Acknowledged");
    await engine.remove("incident-state-timeline", added._id);
    expect(await stateOf(incident)).toBe("Identified");
    const [first] = await engine.rows("incident-state-timeline");
    expect(first?.endsAt).toBeNull();
    await engine.remove("incident-state-timeline", first?._id);
    expect(await stateOf(incident)).toBe("Identified");
  });

  it("leave an incident of another project alone", async () => {
    const incident = await declare([]);
    const other = await engine.newProject("Other");
    const theirs = callerOf(other, "Project Owner");
    const before = await engine.get("incident", incident._id);
    await engine.create(
      "incident-state-timeline",
      { projectId: other, incidentId: incident._id ?? null, incidentStateId: id("Resolved") },
      theirs,
    );
    expect(await engine.get("incident", incident._id)).toEqual(before);
    expect((await states())[0]?.[2]).toBeNull();
  });
});
