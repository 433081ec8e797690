import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/schema/json";
import { callerOf, type TestEngine, testEngine } from "@/tests/engine";

const path = "monitor-status-timeline";
const nobody = "0f0f0f0f-0000-4000-8000-000000000000";

let engine: TestEngine;
let offline: string;
let operational: string;
let degraded: string;
let monitorId: string;
beforeEach(async () => {
  engine = await testEngine();
  offline = await engine.idOf("monitor-status", "Offline");
  operational = await engine.idOf("monitor-status", "Operational");
  degraded = await engine.idOf("monitor-status", "Degraded");
  monitorId = String((await engine.create("monitor", { name: "M", monitorType: "API" }))._id);
});
afterEach(() => engine.store.close());

const at = (minutes: number) => engine.clock.iso(minutes);

const add = (minutes: number | undefined, data: JsonObject = {}) =>
  engine.create(path, {
    monitorId,
    monitorStatusId: offline,
    ...(minutes !== undefined && { startsAt: at(minutes) }),
    ...data,
  });

const current = async () => (await engine.get("monitor", monitorId)).currentMonitorStatusId;

/** Returns start and end of the monitor's events, by start. */
async function spans(of = monitorId): Promise<unknown[][]> {
  const found = await engine.rows(path, { op: "eq", column: "monitorId", value: of });
  const list = found.map((row) => [row.startsAt, row.endsAt]);
  return list.sort(([one], [other]) => String(one).localeCompare(String(other)));
}

describe("a new event", () => {
  it("starts now by default, ends the previous one and sets the monitor's status", async () => {
    const start = at(0);
    engine.clock.move(10);
    const added = await add(undefined);
    expect(added).toMatchObject({ startsAt: at(0), endsAt: null });
    expect(await spans()).toEqual([
      [start, at(0)],
      [at(0), null],
    ]);
    expect(await current()).toBe(offline);
  });

  it("starts now although a planned one follows, which stays", async () => {
    await add(30, { monitorStatusId: degraded });
    engine.clock.move(10);
    expect(await add(undefined)).toMatchObject({ startsAt: at(0), endsAt: at(20) });
    expect(await spans()).toEqual([
      [at(-10), at(0)],
      [at(0), at(20)],
      [at(20), null],
    ]);
    expect(await current()).toBe(degraded);
  });

  it("cannot end before it starts, when created or changed", async () => {
    await expect(add(10, { endsAt: at(5) })).rejects.toMatchObject({
      code: "validation",
      details: { faults: [expect.objectContaining({ field: "endsAt" })] },
    });
    expect(await spans()).toEqual([[at(0), null]]);
    const added = await add(10);
    const id = String(added._id);
    await expect(engine.update(path, id, { endsAt: at(9) })).rejects.toMatchObject({
      code: "validation",
    });
    expect((await add(20, { endsAt: at(20) })).endsAt).toBe(at(20));
  });

  it("between others ends where the next one starts and does not change the current status", async () => {
    await add(30, { monitorStatusId: degraded });
    expect((await add(10)).endsAt).toBe(at(30));
    expect(await spans()).toEqual([
      [at(0), at(10)],
      [at(10), at(30)],
      [at(30), null],
    ]);
    expect(await current()).toBe(degraded);
  });

  it("keeps an end that was sent; an ended event does not change the current status", async () => {
    const outage = { startsAt: at(-60), endsAt: at(-45) };
    expect(await add(undefined, { ...outage, monitorId: nobody })).toMatchObject(outage);
    engine.clock.move(120);
    const later = { startsAt: at(-60), endsAt: at(-45) };
    expect(await add(undefined, later)).toMatchObject(later);
    expect(await current()).toBe(operational);
    await add(undefined, { startsAt: at(-30), endsAt: at(30) });
    expect(await spans()).toEqual([
      [at(-120), at(-60)],
      [at(-60), at(-45)],
      [at(-30), at(30)],
    ]);
    expect(await current()).toBe(offline);
  });

  it("may repeat the previous status, and refer to a missing record", async () => {
    await add(1, { monitorStatusId: operational });
    await add(2, { monitorId: nobody, monitorStatusId: nobody });
    expect(await spans(nobody)).toEqual([[at(2), null]]);
    await add(3, { monitorStatusId: nobody });
    expect(await current()).toBe(nobody);
  });

  it("leaves a monitor and events of another project alone", async () => {
    const other = await engine.newProject("Other");
    const before = [await engine.get("monitor", monitorId), await spans()];
    const theirs = { projectId: other, monitorId, monitorStatusId: offline };
    await engine.create(path, theirs, callerOf(other, "Project Owner"));
    const mine = await engine.rows(path, {
      op: "eq",
      column: "projectId",
      value: engine.projectId,
    });
    expect(mine).toHaveLength(1);
    expect(mine[0]?.endsAt).toBeNull();
    expect(await engine.get("monitor", monitorId)).toEqual(before[0]);
  });
});

describe("an event that changes", () => {
  it("moves in time order and closes the gap it left", async () => {
    const moved = await add(10);
    await add(20);
    await add(30, { monitorStatusId: degraded });
    await engine.update(path, moved._id, { startsAt: at(40) });
    expect(await spans()).toEqual([
      [at(0), at(20)],
      [at(20), at(30)],
      [at(30), at(40)],
      [at(40), null],
    ]);
    expect(await current()).toBe(offline);
    await engine.update(path, moved._id, { startsAt: at(25) });
    expect(await spans()).toEqual([
      [at(0), at(20)],
      [at(20), at(25)],
      [at(25), at(30)],
      [at(30), null],
    ]);
    expect(await current()).toBe(degraded);
  });

  it("stays linked when it moves between the same two events", async () => {
    const moved = await add(10);
    await add(30);
    await engine.update(path, moved._id, { startsAt: at(20) });
    await engine.update(path, moved._id, { startsAt: at(5) });
    expect(await spans()).toEqual([
      [at(0), at(5)],
      [at(5), at(30)],
      [at(30), null],
    ]);
  });

  it("moves to another monitor", async () => {
    const other = String((await engine.create("monitor", { name: "N", monitorType: "API" }))._id);
    const moved = await add(10);
    await engine.update(path, moved._id, { monitorId: other });
    expect(await spans()).toEqual([[at(0), null]]);
    expect(await spans(other)).toEqual([
      [at(0), at(10)],
      [at(10), null],
    ]);
    expect(await current()).toBe(operational);
    expect((await engine.get("monitor", other)).currentMonitorStatusId).toBe(offline);
  });

  it("shows its status on the monitor only while it is the last", async () => {
    const first = await add(10);
    const last = await add(20);
    await engine.update(path, first._id, { monitorStatusId: degraded });
    expect(await current()).toBe(offline);
    await engine.update(path, last._id, { monitorStatusId: degraded });
    expect(await current()).toBe(degraded);
    await engine.update(path, last._id, { rootCause: "A cable." });
    expect(await current()).toBe(degraded);
  });

  it("keeps the end and start it is given", async () => {
    const last = await add(10);
    await engine.update(path, last._id, { endsAt: at(15) });
    await engine.update(path, last._id, { startsAt: at(12) });
    expect((await spans()).at(-1)).toEqual([at(12), at(15)]);
    await engine.update(path, last._id, { startsAt: at(18) });
    expect((await spans()).at(-1)).toEqual([at(18), null]);
    await engine.update(path, last._id, { startsAt: null });
    const stored = await engine.get(path, last._id);
    expect(stored).toMatchObject({ startsAt: null, endsAt: at(0) });
  });
});

describe("an event that is deleted", () => {
  it("closes its gap once", async () => {
    const one = await add(10);
    const two = await add(20, { monitorStatusId: degraded });
    await engine.remove(path, one._id);
    expect(await spans()).toEqual([
      [at(0), at(20)],
      [at(20), null],
    ]);
    expect(await current()).toBe(degraded);
    await engine.remove(path, two._id);
    expect(await spans()).toEqual([[at(0), null]]);
    expect(await current()).toBe(operational);
  });

  it("changes nothing else if it was the only one or the first", async () => {
    const [first] = await engine.rows(path);
    await add(10);
    await engine.remove(path, first?._id);
    expect(await spans()).toEqual([[at(10), null]]);
    const [only] = await engine.rows(path);
    await engine.remove(path, only?._id);
    expect(await spans()).toEqual([]);
    expect(await current()).toBe(offline);
  });
});

it("events without explicit ends stay contiguous after any changes", async () => {
  const place = fc.integer({ min: -20, max: 20 });
  const step = fc.oneof(
    fc.record({ add: place }),
    fc.record({ move: fc.nat(9), to: place }),
    fc.record({ remove: fc.nat(9) }),
  );
  const run = async (steps: readonly Record<string, number>[]) => {
    const owner = String((await engine.create("monitor", { name: "P", monitorType: "API" }))._id);
    const ofOwner = { op: "eq", column: "monitorId", value: owner } as const;
    for (const { add: added, move: moved, to, remove: removed } of steps) {
      const present = await engine.rows(path, ofOwner);
      const pick = (n: number) => present[n % present.length]?._id;
      if (added !== undefined) await add(added, { monitorId: owner });
      else if (present.length < 2) continue;
      else if (moved !== undefined)
        await engine.update(path, pick(moved), { startsAt: at(to ?? 0) });
      else await engine.remove(path, pick(removed ?? 0));
    }
    const list = await spans(owner);
    expect(list.map(([, end]) => end)).toEqual([...list.slice(1).map(([start]) => start), null]);
    const events = await engine.rows(path, ofOwner);
    const open = events.find((event) => event.endsAt === null);
    const { currentMonitorStatusId } = await engine.get("monitor", owner);
    expect(currentMonitorStatusId).toBe(open?.monitorStatusId);
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 12 }), run), { numRuns: 60 });
});

describe("a monitor", () => {
  it("is operational by default, and each new status starts an event", async () => {
    expect(await current()).toBe(operational);
    await engine.update("monitor", monitorId, { currentMonitorStatusId: degraded });
    expect(await spans()).toEqual([
      [at(0), at(0)],
      [at(0), null],
    ]);
    await engine.update("monitor", monitorId, { name: "Renamed" });
    expect(await spans()).toHaveLength(2);
    const data = { name: "Bad", monitorType: "API", currentMonitorStatusId: offline };
    expect((await engine.create("monitor", data)).currentMonitorStatusId).toBe(offline);
  });

  it("needs a status where the project has no operational one", async () => {
    await engine.update("monitor-status", operational, { isOperationalState: false });
    await expect(engine.create("monitor", { name: "N", monitorType: "API" })).rejects.toMatchObject(
      {
        code: "validation",
        details: { faults: [{ pointer: "/data/currentMonitorStatusId" }] },
      },
    );
  });
});

it("alerts keep a history of their states", async () => {
  const state = (name: string) => engine.idOf("alert-state", name);
  const alert = await engine.create("alert", {
    title: "Slow",
    currentAlertStateId: await state("Acknowledged"),
    alertSeverityId: await engine.idOf("alert-severity", "High"),
  });
  expect(alert.currentAlertStateId).toBe(await state("Acknowledged"));
  engine.clock.move(5);
  await engine.update("alert", alert._id, { currentAlertStateId: await state("Identified") });
  engine.clock.move(5);
  const alertStateId = await state("Resolved");
  await engine.create("alert-state-timeline", { alertId: alert._id ?? null, alertStateId });
  expect((await engine.get("alert", alert._id)).currentAlertStateId).toBe(alertStateId);
  const found = await engine.rows("alert-state-timeline");
  expect(found.map((row) => [row.startsAt, row.endsAt])).toEqual([
    [at(-10), at(-5)],
    [at(-5), at(0)],
    [at(0), null],
  ]);
});

it("a step of an alert whose last event is ahead follows that event", async () => {
  const state = (name: string) => engine.idOf("alert-state", name);
  const [identified, resolved] = [await state("Identified"), await state("Resolved")];
  const alert = await engine.create("alert", {
    title: "Slow",
    currentAlertStateId: identified,
    alertSeverityId: await engine.idOf("alert-severity", "High"),
  });
  const alertId = alert._id ?? null;
  const startsAt = at(30);
  const acknowledged = { alertId, alertStateId: await state("Acknowledged"), startsAt };
  await engine.create("alert-state-timeline", acknowledged);
  await engine.create("alert-state-timeline", { alertId, alertStateId: resolved });
  expect((await engine.get("alert", alertId)).currentAlertStateId).toBe(resolved);
});
