import fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonObject } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { chosenDatabase } from "@/tests/databases";
import { type TestEngine, testEngine } from "@/tests/engine";

const unknown = "0f0f0f0f-0000-4000-8000-000000000000";
const amount = 3;

type Step =
  | { readonly act: "declare"; readonly status: number; readonly monitors: readonly number[] }
  | { readonly act: "state" | "event"; readonly which: number; readonly state: number }
  | { readonly act: "status"; readonly which: number; readonly status: number }
  | { readonly act: "monitors"; readonly which: number; readonly monitors: readonly number[] }
  | { readonly act: "delete"; readonly which: number }
  | { readonly act: "byHand"; readonly monitor: number; readonly status: number }
  | { readonly act: "wait"; readonly minutes: number };

const which = fc.nat(5);
const monitors = fc.uniqueArray(fc.nat(amount - 1), { maxLength: amount });
/** Operational, Degraded, Offline, a status without a record, none. */
const status = fc.nat(4);
/** Identified, Acknowledged, Resolved, a state without a record. */
const state = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant("declare" as const), status, monitors }),
  fc.record({ act: fc.constantFrom("state" as const, "event" as const), which, state }),
  fc.record({ act: fc.constant("status" as const), which, status }),
  fc.record({ act: fc.constant("monitors" as const), which, monitors }),
  fc.record({ act: fc.constant("delete" as const), which }),
  fc.record({
    act: fc.constant("byHand" as const),
    monitor: fc.nat(amount - 1),
    status: fc.nat(2),
  }),
  fc.record({ act: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 9 }) }),
);

interface Incident {
  readonly id: string;
  readonly state: number;
  readonly status: number;
  readonly monitors: readonly number[];
}

/** Model of the rule over plain lists. */
class Model {
  incidents: Incident[] = [];
  readonly shown: number[] = Array.from({ length: amount }, () => 0);

  declare(incident: Incident): void {
    this.incidents.push(incident);
    for (const one of asked(incident)) this.shown[one] = incident.status;
  }

  change(before: Incident, after: Incident | undefined): void {
    this.incidents = this.incidents.flatMap((one) => {
      if (one.id !== before.id) return [one];
      return after ? [after] : [];
    });
    const old = new Map(asked(before).map((one) => [one, before.status]));
    const present = new Map(after ? asked(after).map((one) => [one, after.status]) : []);
    for (let one = 0; one < amount; one += 1) {
      if (old.get(one) !== present.get(one)) this.shown[one] = this.worst(one);
    }
  }

  worst(monitor: number): number {
    const statuses = this.incidents
      .filter((one) => one.status < 3 && asked(one).includes(monitor))
      .map((one) => one.status);
    return Math.max(0, ...statuses);
  }
}

function asked({ state, status, monitors }: Incident): readonly number[] {
  return state === 2 || status === 4 ? [] : monitors;
}

interface World {
  readonly engine: TestEngine;
  readonly states: readonly string[];
  readonly statuses: readonly (string | null)[];
  readonly severity: string;
}

it("monitors show the worst status of their open incidents after any changes, in a history without overlaps", async () => {
  const engine = await testEngine();
  const names = (path: string, all: readonly string[]) =>
    Promise.all(all.map((name) => engine.idOf(path, name)));
  const world: World = {
    engine,
    states: [
      ...(await names("incident-state", ["Identified", "Acknowledged", "Resolved"])),
      unknown,
    ],
    statuses: [
      ...(await names("monitor-status", ["Operational", "Degraded", "Offline"])),
      unknown,
      null,
    ],
    severity: await engine.idOf("incident-severity", "Major Incident"),
  };
  const numRuns = chosenDatabase() === "memory" ? 60 : 15;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), (steps) =>
      play(world, steps),
    ),
    { numRuns },
  );
  await engine.store.close();
}, 120_000);

async function play(world: World, steps: readonly Step[]): Promise<void> {
  const model = new Model();
  const ids: string[] = [];
  for (let n = 0; n < amount; n += 1) {
    const made = await world.engine.create("monitor", { name: `M${n}`, monitorType: "Manual" });
    ids.push(String(made._id));
  }
  for (const one of steps) await take(world, model, ids, one);
  for (const [place, id] of ids.entries()) {
    const { currentMonitorStatusId } = await world.engine.get("monitor", id);
    expect(currentMonitorStatusId).toBe(world.statuses[model.shown[place] ?? 0]);
    await expectChain(world.engine, id, currentMonitorStatusId);
  }
}

async function take(
  { engine, states, statuses, severity }: World,
  model: Model,
  ids: readonly string[],
  step: Step,
): Promise<void> {
  const of = (chosen: readonly number[]) => chosen.map((one) => ids[one] ?? "");
  if (step.act === "wait") return engine.clock.move(step.minutes);
  if (step.act === "byHand") {
    const data = { currentMonitorStatusId: statuses[step.status] ?? null };
    await engine.update("monitor", ids[step.monitor], data);
    model.shown[step.monitor] = step.status;
    return;
  }
  if (step.act === "declare") {
    const made = await engine.create("incident", {
      title: "Down",
      declaredAt: engine.clock.iso(),
      currentIncidentStateId: states[0] ?? null,
      incidentSeverityId: severity,
      changeMonitorStatusToId: statuses[step.status] ?? null,
      monitors: of(step.monitors),
    });
    return model.declare({ ...step, id: String(made._id), state: 0 });
  }
  const before = model.incidents[step.which % Math.max(1, model.incidents.length)];
  if (before === undefined) return;
  const update = (data: JsonObject) => engine.update("incident", before.id, data);
  if (step.act === "delete") {
    await engine.remove("incident", before.id);
    return model.change(before, undefined);
  }
  if (step.act === "monitors") {
    await update({ monitors: of(step.monitors) });
    return model.change(before, { ...before, monitors: step.monitors });
  }
  if (step.act === "status") {
    await update({ changeMonitorStatusToId: statuses[step.status] ?? null });
    return model.change(before, { ...before, status: step.status });
  }
  const id = states[step.state] ?? null;
  if (step.act === "state") await update({ currentIncidentStateId: id });
  else {
    const event = { incidentId: before.id, incidentStateId: id };
    await engine.create("incident-state-timeline", event);
  }
  model.change(before, { ...before, state: step.state });
}

/**
 * Asserts that each event ends where the next one starts, and that the last one has no end and the
 * monitor's status.
 */
async function expectChain(engine: TestEngine, id: string, shown: unknown): Promise<void> {
  const filter = { op: "eq", column: "monitorId", value: id } as const;
  const events = (await engine.rows("monitor-status-timeline", filter)).sort(byStart);
  const ends = events.map(({ endsAt }) => endsAt);
  expect(ends).toEqual([...events.slice(1).map(({ startsAt }) => startsAt), null]);
  expect(events.at(-1)?.monitorStatusId).toBe(shown);
}

function byStart(one: Row, other: Row): number {
  const key = ({ startsAt, createdAt, _id }: Row) => `${startsAt} ${createdAt} ${_id}`;
  return key(one) < key(other) ? -1 : 1;
}
