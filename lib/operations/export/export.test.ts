import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resources } from "@/lib/resources";
import { incident } from "@/lib/resources/incidents/incident";
import { label } from "@/lib/resources/settings/label";
import type { JsonValue } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { type TestEngine, testEngine } from "@/tests/engine";
import { insertRow } from "@/tests/insert-row";
import { type ExportRequest, exportRecords } from "./export";

let engine: TestEngine;
const records = 3_000;
beforeAll(async () => {
  engine = await testEngine();
  const { store, projectId } = engine;
  for (let n = 0; n < records; n += 1) {
    await insertRow(store, label, { projectId, name: `Label ${n}`, color: "#123456" });
  }
});
afterAll(() => engine.store.close());

const ask: ExportRequest = { format: "ndjson", withLabels: false };
const begin = () => exportRecords(engine.context(engine.owner), label, ask, "note");

async function lines(pieces: AsyncIterable<string>): Promise<number> {
  let count = 0;
  for await (const piece of pieces) count += piece.split("\n").length - 1;
  return count;
}

describe("an export", () => {
  it("yields to the event loop after each page", async () => {
    let turnsOfOthers = 0;
    let isOver = false;
    const others = () => {
      turnsOfOthers += 1;
      if (!isOver) setImmediate(others);
    };
    setImmediate(others);
    expect(await lines(await begin())).toBe(records);
    isOver = true;
    expect(turnsOfOthers).toBeGreaterThanOrEqual(records / 500);
  });

  it("yields after each page of concurrent exports, too", async () => {
    const exports = await Promise.all([begin(), begin(), begin(), begin()]);
    let turnsOfOthers = 0;
    let isOver = false;
    const others = () => {
      turnsOfOthers += 1;
      if (!isOver) setImmediate(others);
    };
    setImmediate(others);
    expect(await Promise.all(exports.map(lines))).toEqual(exports.map(() => records));
    isOver = true;
    expect(turnsOfOthers).toBeGreaterThanOrEqual((4 * records) / 500);
  });

  it("is refused with 429 while the same caller has four others in progress", async () => {
    const open = await Promise.all([begin(), begin(), begin(), begin()]);
    await expect(begin()).rejects.toMatchObject({
      code: "too_many_requests",
      detail: expect.stringContaining("4 exports"),
    });
    const [first, second, ...others] = open.map((pieces) => pieces[Symbol.asyncIterator]());
    // One was left before its first piece, the other after it.
    await first?.return?.();
    await second?.next();
    await second?.return?.();
    const again = await Promise.all([begin(), begin()]);
    await expect(begin()).rejects.toMatchObject({ code: "too_many_requests" });
    for (const pieces of again) expect(await lines(pieces)).toBe(records);
    for (const pieces of others) await pieces.return?.();
    expect(await lines(await begin())).toBe(records);
  });

  it("is refused with 503 while other callers have sixteen in progress", async () => {
    const beginAs = (id: string) => {
      const caller = { ...engine.owner, id };
      return exportRecords(engine.context(caller), label, ask, "note");
    };
    const callers = ["one", "two", "three", "four"].flatMap((id) => [id, id, id, id]);
    const open = await Promise.all(callers.map(beginAs));
    await expect(beginAs("five")).rejects.toMatchObject({ code: "unavailable" });
    for (const pieces of open) expect(await lines(pieces)).toBe(records);
  });

  it("is logged in the project that its query names, also for callers of all projects", async () => {
    const { projectId, operator } = engine;
    const noted = async (query: JsonValue) => {
      const asked = { ...ask, query };
      await lines(await exportRecords(engine.context(operator), label, asked, "note"));
      const [entry, large] = [await engine.rows("change-log"), await engine.rows("access-log")];
      return [entry.at(-1)?.projectId, large.at(-1)?.projectId];
    };
    expect(await noted({ projectId })).toEqual([projectId, projectId]);
    expect(await noted({ projectId: projectId.toUpperCase() })).toEqual([projectId, projectId]);
    const equal = { _type: "EqualTo", value: projectId };
    expect(await noted({ projectId: equal, name: "Label 1" })).toEqual([projectId, projectId]);
    expect(await noted({ color: "#123456" })).toEqual([null, null]);
    expect((await noted({ projectId: [projectId, newId()] }))[0]).toBeNull();
  });

  it("labels the records of lists longer than one statement takes", async () => {
    const { store, projectId } = engine;
    const name = resources.get("incident");
    if (!name) throw new Error("There is no such resource.");
    for (let n = 0; n < 45; n += 1) {
      await insertRow(store, name, {
        ...{ projectId, title: "Long lists", slug: `long-${n}`, declaredAt: engine.clock.iso() },
        ...{ currentIncidentStateId: newId(), incidentSeverityId: newId() },
        labels: Array.from({ length: 1_000 }, newId),
      });
    }
    const named = { ...ask, withLabels: true };
    const pieces = await exportRecords(engine.context(engine.owner), incident, named, "look");
    expect(await lines(pieces)).toBe(45);
  });
});
