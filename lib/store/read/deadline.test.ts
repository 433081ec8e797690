import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Filter } from "@/lib/schema/filter";
import { openStore } from "@/lib/store/open-store";
import type { Find, Store } from "@/lib/store/port/store";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { here, row, testResources, thing } from "@/lib/store/testing/test-resources";

let store: Store;

beforeAll(async () => {
  store = await openStore({ url: "memory:", resources: testResources, queryTimeoutMs: 0.001 });
  await store.write(async (writer) => {
    for (let n = 0; n < 3000; n += 1) {
      await writer.insert(thing, row({ notes: `note ${n}`, boxId: n % 2 ? "b1" : "b2" }));
    }
  });
});

afterAll(() => store.close());

const contains: Filter = { op: "contains", column: "notes", value: "not there" };
const related: Filter = {
  op: "related",
  column: "boxId",
  to: "test-box",
  filter: { op: "isNull", column: "name" },
};

test.each<[string, Find]>([
  ["a text search", { projects: [here], filter: contains, limit: 10 }],
  ["a text search of all projects", { projects: "all", filter: contains, limit: 10 }],
  [
    "a search beside an index",
    {
      projects: [here],
      filter: { op: "and", filters: [{ op: "eq", column: "boxId", value: "b1" }, contains] },
      limit: 10,
    },
  ],
  ["a search through a relation", { projects: [here], filter: related, limit: 10 }],
  [
    "a search that is turned round",
    {
      projects: [here],
      filter: { op: "not", filter: { op: "notNull", column: "notes" } },
      limit: 10,
    },
  ],
  [
    "an order without an index",
    { projects: [here], sort: [{ column: "notes", direction: "asc" }], limit: 10 },
  ],
  ["everything at once", { projects: [here] }],
])("%s ends at the deadline", async (_, ask) => {
  const refused = { code: "query_too_expensive" };
  await expect(store.reader.find(thing, ask)).rejects.toMatchObject(refused);
  await expect(store.reader.find(thing, ask)).rejects.toMatchObject(refused);
  // A write has no deadline, so that it can finish.
  await expect(store.write((writer) => writer.find(thing, ask))).resolves.toBeInstanceOf(Array);
  if (!ask.filter) return;
  await expect(store.reader.count(thing, ask)).rejects.toMatchObject(refused);
});

test("a query that an index serves has no deadline", async () => {
  const eq = (column: string, value: string): Filter => ({ op: "eq", column, value });
  const served: Find[] = [
    { projects: "all", limit: 100, skip: 2000 },
    { projects: [here], limit: 100 },
    { projects: [here], filter: eq("boxId", "b1"), limit: 100, skip: 1000 },
    { projects: "all", filter: eq("boxId", "b1"), limit: 100 },
    { projects: "all", filter: eq("_id", "x") },
    { projects: "all", filter: eq("slug", "x") },
  ];
  for (const ask of served) await store.reader.find(thing, ask);
  expect(await store.reader.count(thing, { projects: "all" })).toBe(3000);
});

test("the related ids of one project are found without a scan of other projects", async () => {
  await sql`
    with recursive other (n) as (select 1 union all select n + 1 from other where n < 5000)
    insert into tocsin_record_count (resource, column_name, value, project_id, amount)
      select 'test-thing', 'boxId', 'a' || n, 'project ' || n, 1 from other
  `.execute(kyselyOver(store));
  const ask = { column: "boxId", projectId: here, limit: 10 };
  expect(await store.reader.distinctIds(thing, ask)).toEqual(["b1", "b2"]);
});
