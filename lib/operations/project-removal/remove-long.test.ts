import { afterEach, beforeEach, expect, it } from "vitest";
import { removeRecord } from "@/lib/operations/record/remove";
import { resources } from "@/lib/resources";
import type { Resource } from "@/lib/schema/resource";
import type { Find, RecordWriter, Store } from "@/lib/store/port/store";
import { changedWriter } from "@/tests/changed-writer";
import { type TestEngine, testEngine } from "@/tests/engine";

let engine: TestEngine;
/** Maximum number of long records in one read of a write. */
let mostAtOnce = 0;

beforeEach(async () => {
  engine = await testEngine();
  mostAtOnce = 0;
});
afterEach(() => engine.store.close());

/** Returns a store that counts the records read. */
function counting(store: Store): Store {
  const counted = (writer: RecordWriter): RecordWriter =>
    changedWriter(writer, {
      find: async (resource: Resource, ask: Find) => {
        const rows = await writer.find(resource, ask);
        const isLong = rows.some((row) => typeof row["description"] === "string");
        if (isLong) mostAtOnce = Math.max(mostAtOnce, rows.length);
        return rows;
      },
    });
  return {
    ...store,
    write: (work, manner) => store.write((writer) => work(counted(writer)), manner),
  };
}

async function makeIncidents(projectId: string): Promise<string> {
  const label = await engine.create(
    "label",
    { projectId, name: "Long", color: "#123456" },
    engine.operator,
  );
  for (let n = 0; n < 5; n += 1) {
    const data = {
      ...{ projectId, title: `Long ${n}`, declaredAt: engine.clock.iso(), description: "long" },
      currentIncidentStateId: await engine.idOf("incident-state", "Identified", projectId),
      incidentSeverityId: await engine.idOf("incident-severity", "Minor Incident", projectId),
      labels: [String(label._id)],
    };
    await engine.create("incident", data, engine.operator);
  }
  return String(label._id);
}

async function remove(path: string, id: string): Promise<void> {
  const resource = resources.get(path);
  if (!resource) throw new Error(`There is no ${path}.`);
  const context = engine.context(engine.operator);
  await removeRecord({ ...context, store: counting(context.store) }, resource, id);
}

it("reads the records of a deleted project one at a time", async () => {
  const projectId = await engine.newProject("Long records");
  await makeIncidents(projectId);
  await remove("project", projectId);
  expect(mostAtOnce).toBe(1);
  expect(await engine.rows("incident")).toEqual([]);
});

it("reads the records that refer to a deleted record one at a time", async () => {
  const labelId = await makeIncidents(engine.projectId);
  await remove("label", labelId);
  expect(mostAtOnce).toBe(1);
  const incidents = await engine.rows("incident");
  expect(incidents.map(({ labels }) => labels)).toEqual([[], [], [], [], []]);
});
