import { afterEach, beforeEach, expect, it } from "vitest";
import { resources } from "@/lib/resources";
import { insertRow, type TestEngine, testEngine } from "@/tests/engine";

let engine: TestEngine;
beforeEach(async () => {
  engine = await testEngine();
});
afterEach(() => engine.store.close());

it("lets others have a turn while a record goes with a thousand others", async () => {
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
  let turnsOfOthers = 0;
  const others = setInterval(() => {
    turnsOfOthers += 1;
  });
  await engine.remove("incident", made._id);
  clearInterval(others);
  expect(turnsOfOthers).toBeGreaterThan(2);
  expect(await engine.rows("incident-member")).toEqual([]);
});
