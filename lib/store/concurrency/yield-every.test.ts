import { afterEach, beforeEach, expect, it } from "vitest";
import { createMany } from "@/lib/operations/bulk/bulk";
import { resources } from "@/lib/resources";
import { type TestEngine, testEngine } from "@/tests/engine";
import { insertRow } from "@/tests/insert-row";

let engine: TestEngine;
beforeEach(async () => {
  engine = await testEngine();
});
afterEach(() => engine.store.close());

it("yields while a record is deleted with a thousand others", async () => {
  const { store, projectId } = engine;
  const incidentStateId = await engine.idOf("incident-state", "Identified");
  const incidentSeverityId = await engine.idOf("incident-severity", "Minor Incident");
  const made = await engine.create("incident", {
    title: "Slow",
    declaredAt: engine.clock.iso(),
    currentIncidentStateId: incidentStateId,
    incidentSeverityId,
  });
  const members = resources.get("incident-member");
  if (members === undefined) throw new Error("There is no such resource.");
  for (let count = 0; count < 1000; count += 1) {
    const data = { projectId, incidentId: made._id ?? null, userId: crypto.randomUUID() };
    await insertRow(store, members, data);
  }
  const turnsOfOthers = await turnsBeside(() => engine.remove("incident", made._id));
  expect(turnsOfOthers).toBeGreaterThan(2);
  expect(await engine.rows("incident-member")).toEqual([]);
});

it("yields while many records are created at once", async () => {
  const { projectId, owner } = engine;
  const labels = resources.get("label");
  if (labels === undefined) throw new Error("There is no such resource.");
  const count = 300;
  const items = Array.from({ length: count }, (_, n) => ({
    ...{ projectId, name: `Label ${n}`, color: "#123456" },
  }));
  const turnsOfOthers = await turnsBeside(() => createMany(engine.context(owner), labels, items));
  expect(turnsOfOthers).toBeGreaterThan(8);
  expect((await engine.rows("label")).length).toBeGreaterThanOrEqual(count);
});

/** Returns the number of rounds that the event loop makes during `work`. */
async function turnsBeside(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let goesOn = true;
  const next = () => {
    turns += 1;
    if (goesOn) setImmediate(next);
  };
  setImmediate(next);
  await work();
  goesOn = false;
  return turns;
}
