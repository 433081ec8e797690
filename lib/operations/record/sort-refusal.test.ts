import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { resources } from "@/lib/resources";
import type { JsonObject } from "@/lib/schema/json";
import { type TestEngine, testEngine } from "@/tests/engine";
import { listRecords } from "./list";

let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine.store.close());

/** Returns the error message of a list that exceeds the time limit. */
async function refusalOf(sort: JsonObject): Promise<string> {
  const incident = resources.get("incident");
  if (!incident) throw new Error("There are no incidents.");
  const { store, context, owner } = engine;
  const rows = () => {
    throw new AppError("query_too_expensive", "The query took longer than 1000 ms.");
  };
  const prepare = () => ({ rows });
  const slow = { ...store, reader: { ...store.reader, prepare, prepareJson: prepare } };
  const ask = { sort, limit: 10, skip: 0, count: "none" } as const;
  const refused = await listRecords({ ...context(owner), store: slow }, incident, ask).catch(
    (error: unknown) => error,
  );
  if (!(refused instanceof AppError)) throw new Error("The list is not refused.");
  expect(refused.code).toBe("query_too_expensive");
  return refused.message;
}

test("the error of a too expensive list with a custom sort names the sort and a remedy", async () => {
  expect(await refusalOf({ incidentSeverity: { order: 1 } })).toBe(
    "The query took longer than 1000 ms. Sorting by incidentSeverity.order puts all matches in order before the page begins: narrow the query, or sort by createdAt.",
  );
  expect(await refusalOf({ title: 1, createdAt: -1 })).toContain("Sorting by title puts");
});

test("the error of a too expensive list in time order names no sort", async () => {
  expect(await refusalOf({ createdAt: 1 })).toBe("The query took longer than 1000 ms.");
});
