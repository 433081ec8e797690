import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createIn, prepareCreate } from "@/lib/operations/record/create";
import { resources } from "@/lib/resources";
import type { JsonObject } from "@/lib/schema/json";
import { changedWriter } from "@/tests/changed-writer";
import { dump } from "@/tests/dump";
import { type TestEngine, testEngine } from "@/tests/engine";
import { inTransaction } from "./in-transaction";
import type { Transaction } from "./transaction";

let engine: TestEngine;
let data: JsonObject;
beforeEach(async () => {
  engine = await testEngine();
  const monitor = await engine.create("monitor", { name: "Shop", monitorType: "Manual" });
  data = {
    title: "Zeppelin down",
    projectId: engine.projectId,
    declaredAt: engine.clock.iso(),
    currentIncidentStateId: await engine.idOf("incident-state", "Identified"),
    incidentSeverityId: await engine.idOf("incident-severity", "Major Incident"),
    changeMonitorStatusToId: await engine.idOf("monitor-status", "Offline"),
    monitors: [String(monitor._id)],
  };
});
afterEach(() => engine.store.close());

/** Declares an incident, which has effects on counters, links, its timeline and its monitors. */
async function declare(keep: boolean, act?: (tx: Transaction) => Promise<void>) {
  const incident = resources.get("incident");
  if (!incident) throw new Error("There are no incidents.");
  const ready = await prepareCreate(engine.context(engine.owner), incident, data);
  const idempotency = { key: "once", path: "/api/incident", bodyHash: "h" };
  const work = async (tx: Transaction) => {
    const reply = await createIn(tx, ready, idempotency);
    await tx.logAccess({ event: "large_export", projectId: engine.projectId });
    await act?.(tx);
    return reply;
  };
  return inTransaction(ready.context, work, { keep });
}

function found() {
  const scopes = [{ projects: [engine.projectId], paths: ["incident"] }];
  return engine.store.reader.search({ text: "zeppelin", scopes, limit: 5 });
}

describe("a transaction that is not kept", () => {
  it("returns the result and leaves every table as it was", async () => {
    const before = await dump(engine.store);
    const { record } = await declare(false);
    expect(record).toMatchObject({ title: "Zeppelin down", incidentNumber: 1 });
    expect(await dump(engine.store)).toEqual(before);
    expect(await found()).toEqual([]);
  });

  it("uses up no number, no place in the change log and no idempotency key", async () => {
    const [last] = (await sequences()).slice(-1);
    await declare(false);
    const { record, replayed } = await declare(true);
    expect(record.incidentNumber).toBe(1);
    expect(replayed).toBeUndefined();
    expect((await sequences()).find((sequence) => sequence > Number(last))).toBe(Number(last) + 1);
    expect(await found()).toEqual([{ path: "incident", id: record._id }]);
    expect((await declare(true)).replayed).toBe(true);
  });

  it("leaves concurrent transactions as they are", async () => {
    const label = (name: string) => engine.create("label", { name, color: "#123456" });
    await Promise.all([label("One"), declare(false), label("Two"), declare(false), label("Three")]);
    const names = (await engine.rows("label")).map(({ name }) => name);
    expect(names).toEqual(["One", "Two", "Three"]);
    expect(await engine.rows("incident")).toEqual([]);
  });

  it("throws the error of its work", async () => {
    const before = await dump(engine.store);
    const failing = declare(false, () => Promise.reject(new Error("Failed inside.")));
    await expect(failing).rejects.toThrow("Failed inside.");
    expect(await dump(engine.store)).toEqual(before);
  });
});

async function sequences(): Promise<readonly number[]> {
  const entries = await engine.rows("change-log");
  return entries.map(({ sequence }) => Number(sequence)).sort((one, other) => one - other);
}

it("logs changes by their origin, and for another context by its caller and time", async () => {
  const label = resources.get("label");
  if (!label) throw new Error("There are no labels.");
  const former = engine.clock.now();
  engine.clock.move(5);
  await inTransaction(engine.context(engine.owner), async (tx) => {
    const about = { projectId: engine.projectId };
    await tx.changes.note(label, "one", about, {});
    await tx.as("rule").changes.note(label, "two", about, {});
    const other = { ...engine.context({ ...engine.owner, name: "Other" }), now: () => former };
    await tx.for(other).changes.note(label, "three", about, {});
  });
  const entries = (await engine.rows("change-log")).slice(-3);
  const [name, now] = [engine.owner.name, engine.clock.iso()];
  expect(entries).toMatchObject([
    { operation: "one", channel: "api", actorName: name, at: now },
    { operation: "two", channel: "rule", actorName: name, at: now },
    { operation: "three", channel: "api", actorName: "Other", at: former.toISOString() },
  ]);
});

it("knows the last version of each record that it wrote, from any origin", async () => {
  const label = resources.get("label");
  if (!label) throw new Error("There are no labels.");
  const made = await engine.create("label", { name: "Old", color: "#123456" });
  const id = String(made._id);
  const before = await engine.get("label", id);
  await inTransaction(engine.context(engine.owner), async (tx) => {
    expect(tx.changes.versionOf(label, id)).toBeUndefined();
    const after = await tx.as("rule").changes.update(label, before, { name: "New" });
    expect(tx.changes.versionOf(label, id)).toBe(after.version);
    expect(after.version).toBe(2);
    await tx.changes.remove(label, after);
    expect(tx.changes.versionOf(label, id)).toBeUndefined();
  });
});

it("reads a project once, and again after a change of it", async () => {
  const project = resources.get("project");
  if (!project) throw new Error("There are no projects.");
  const reads = { count: 0 };
  const { store } = engine;
  const counting: typeof store = {
    ...store,
    write: (work, manner) =>
      store.write((writer) => {
        const find: typeof writer.find = (resource, ask) => {
          if (resource === project) reads.count += 1;
          return writer.find(resource, ask);
        };
        return work(changedWriter(writer, { find }));
      }, manner),
  };
  const context = { ...engine.context(engine.owner), store: counting };
  await inTransaction(context, async (tx) => {
    const before = await tx.project(engine.projectId);
    expect(await tx.as("rule").project(engine.projectId)).toBe(before);
    expect(reads.count).toBe(1);
    if (!before) throw new Error("The project is missing.");
    await tx.changes.update(project, before, { name: "Renamed" });
    expect(await tx.project(engine.projectId)).toMatchObject({ name: "Renamed", version: 2 });
    expect(await tx.project("0190a000-0000-7000-8000-00000000dead")).toBeUndefined();
  });
});
