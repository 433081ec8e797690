import { afterEach, beforeEach, expect, it } from "vitest";
import type { JsonObject } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { type TestEngine, testEngine } from "@/tests/engine";

const events = "incident-state-timeline";
const sentId = "0190a000-0000-7000-8000-00000000e1e1";

let engine: TestEngine;
const statements: string[] = [];
beforeEach(async () => {
  engine = await testEngine({ onStatement: (text) => statements.push(text) });
  statements.length = 0;
});
afterEach(() => engine.store.close());

async function declare(more: JsonObject = {}): Promise<Row> {
  return await engine.create("incident", {
    title: "Down",
    declaredAt: engine.clock.iso(),
    currentIncidentStateId: await engine.idOf("incident-state", "Identified"),
    incidentSeverityId: await engine.idOf("incident-severity", "Major Incident"),
    ...more,
  });
}

async function spans(incidentId: string) {
  const rows = await engine.rows(events, { op: "eq", column: "incidentId", value: incidentId });
  return rows.map(({ startsAt, endsAt }) => [startsAt, endsAt]).sort();
}

const readsOfEvents = () =>
  statements.filter((text) => /^select .* from "incident_state_timeline"/.test(text));

it("begins the timeline of a record with a new id without a look for other events", async () => {
  const { _id } = await declare();
  expect(readsOfEvents()).toEqual([]);
  expect(await spans(String(_id))).toEqual([[engine.clock.iso(), null]]);
});

it("fits the first event between those that were there before a record with a sent id", async () => {
  const incidentStateId = await engine.idOf("incident-state", "Acknowledged");
  for (const minutes of [-10, 10]) {
    const startsAt = engine.clock.iso(minutes);
    await engine.create(events, { incidentId: sentId, incidentStateId, startsAt });
  }
  await declare({ _id: sentId });
  expect(await spans(sentId)).toEqual([
    [engine.clock.iso(-10), engine.clock.iso()],
    [engine.clock.iso(), engine.clock.iso(10)],
    [engine.clock.iso(10), null],
  ]);
  expect(readsOfEvents()).not.toEqual([]);
});

it("adds an event that starts now without a further look for others", async () => {
  const { _id } = await declare();
  engine.clock.move(5);
  const incidentStateId = await engine.idOf("incident-state", "Acknowledged");
  statements.length = 0;
  await engine.create(events, { incidentId: _id ?? null, incidentStateId });
  // The next and the previous event, the next and the last for the state of the incident, the durations.
  expect(readsOfEvents()).toHaveLength(5);
});
