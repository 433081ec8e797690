import { afterEach, beforeEach, expect, it } from "vitest";
import type { Caller } from "@/lib/auth/grants/caller";
import { getRecord } from "@/lib/operations/record/get";
import { incident } from "@/lib/resources/incidents/incident";
import { callerOf, type TestEngine, testEngine } from "@/tests/engine";

let engine: TestEngine;
beforeEach(async () => {
  engine = await testEngine();
});
afterEach(() => engine.store.close());

it("shows fields of related records only in projects where the caller may read them", async () => {
  const projects = [engine.projectId, await engine.newProject("Other")] as const;
  const grants = new Map([
    [projects[0], new Set(["Read Incident", "Read Incident Severity"])],
    [projects[1], new Set(["Read Incident"])],
  ]);
  const caller: Caller = { ...callerOf(projects[0]), grants };
  const shown = projects.map(async (projectId) => {
    const of = async (path: string, name: string) => engine.idOf(path, name, projectId);
    const made = await engine.create(
      "incident",
      {
        ...{ projectId, title: "Slow", declaredAt: "2026-01-01" },
        incidentSeverityId: await of("incident-severity", "Critical Incident"),
        currentIncidentStateId: await of("incident-state", "Identified"),
      },
      engine.operator,
    );
    const select = { incidentSeverity: { name: true } };
    const { record } = await getRecord(engine.context(caller), incident, String(made._id), select);
    return record.incidentSeverity;
  });
  expect(await Promise.all(shown)).toEqual([
    { _id: expect.any(String), name: "Critical Incident" },
    null,
  ]);
});
