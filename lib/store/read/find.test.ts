import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Filter, SortKey } from "@/lib/schema/filter";
import { openStore } from "@/lib/store/open-store";
import type { Find, Store } from "@/lib/store/port/store";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { here, row, testResources, there, thing } from "@/lib/store/testing/test-resources";

let store: Store;
let last = "";

beforeAll(async () => {
  store = await openStore({
    url: "memory:",
    resources: testResources,
    onStatement: (text) => {
      last = text;
    },
  });
  await store.write(async (writer) => {
    for (let n = 0; n < 4_800; n += 1) {
      const boxId = n < 4_200 ? "often" : `b${n % 50}`;
      const values = { name: `n${n}`, boxId, boxes: ["often", `b${n % 50}`] };
      await writer.insert(thing, row({ ...values, projectId: n % 2 ? here : there }));
    }
  });
});

afterAll(() => store.close());

const eq = (column: string, value: string): Filter => ({ op: "eq", column, value });
const has = (value: string): Filter => ({ op: "hasAny", column: "boxes", values: [value] });
const anyOf = (...values: string[]): Filter => ({ op: "in", column: "boxId", values });
const page = { projects: [here], limit: 10 } as const;

const ways: [string, Find, string][] = [
  ["a page of the deployment", { projects: "all", limit: 10 }, "ix_test_thing__createdAt__id"],
  ["a page of a project", page, "ix_test_thing__projectId_createdAt__id (projectId=?)"],
  [
    "the page after a position",
    { ...page, after: { values: ["2030-01-01T00:00:00.000Z"], id: "x" } },
    "ix_test_thing__projectId_createdAt__id (projectId=? AND (createdAt,_id)<(?,?))",
  ],
  [
    "a relation",
    { ...page, filter: eq("boxId", "b1") },
    "projectId_boxId_createdAt__id (projectId=? AND boxId=?)",
  ],
  [
    "a relation, in all projects",
    { projects: "all", limit: 10, filter: eq("boxId", "b1") },
    "projectId_boxId_createdAt__id (projectId=? AND boxId=?)",
  ],
  [
    "rare values of a relation",
    { ...page, filter: anyOf("b1", "b3") },
    "projectId_boxId_createdAt__id (projectId=? AND boxId=?)",
  ],
  [
    "a rare value of a relation, in another order",
    { ...page, filter: eq("boxId", "b1"), sort: [{ column: "name", direction: "asc" }] },
    "projectId_boxId_createdAt__id (projectId=? AND boxId=?)",
  ],
  [
    "many values of a relation, all their records",
    { projects: [here], filter: anyOf(...Array.from({ length: 40 }, (_, n) => `b${n}`)) },
    "projectId_boxId_createdAt__id (projectId=? AND boxId=?)",
  ],
  ["an id", { ...page, filter: eq("_id", "x") }, "sqlite_autoindex_test_thing_1 (_id=?)"],
  [
    "some ids",
    { ...page, filter: { op: "in", column: "_id", values: ["x", "y"] } },
    "sqlite_autoindex_test_thing_1 (_id=?)",
  ],
  [
    "an id with rare values of a relation",
    { ...page, filter: { op: "and", filters: [anyOf("b1", "b3"), eq("_id", "x")] } },
    "sqlite_autoindex_test_thing_1 (_id=?)",
  ],
  ["a slug", { ...page, filter: eq("slug", "x") }, "ix_unique_test_thing__slug (slug=?)"],
  [
    "a name of a set",
    { ...page, filter: eq("name", "x") },
    "name__lower (projectId=? AND name__lower=?)",
  ],
  [
    "a rare element of a list",
    { ...page, filter: has("b1") },
    "sqlite_autoindex_test_thing_1 (_id=?)",
  ],
  [
    "a frequent element of a list",
    { ...page, filter: has("often") },
    "ix_test_thing__projectId_createdAt__id",
  ],
  [
    "a time",
    { ...page, filter: { op: "between", column: "createdAt", from: "2029", to: "2031" } },
    "(projectId=? AND createdAt>? AND createdAt<?)",
  ],
];

test.each(ways)("%s is found by the index made for it", async (_, ask, index) => {
  await expect(planOf(ask)).resolves.toContain(index);
});

test("queries use the same indexes after statistics are gathered", async () => {
  const db = kyselyOver(store);
  await sql`analyze`.execute(db);
  for (const [, ask, index] of ways) await expect(planOf(ask)).resolves.toContain(index);
});

test("a rare and a frequent element of a list give the same records as a scan", async () => {
  for (const value of ["b1", "often", "none"]) {
    const found = await store.reader.find(thing, { projects: [here], filter: has(value) });
    const every = await store.reader.find(thing, { projects: [here] });
    expect(found).toEqual(
      every.filter(({ boxes }) => Array.isArray(boxes) && boxes.includes(value)),
    );
    expect(await store.reader.count(thing, { projects: [here], filter: has(value) })).toBe(
      found.length,
    );
  }
});

const orders: SortKey[][] = [
  [],
  [{ column: "createdAt", direction: "asc" }],
  [
    { column: "name", direction: "desc" },
    { column: "_id", direction: "asc" },
  ],
];

test("rare and frequent values of a relation give the same pages as a scan", async () => {
  const wanted = [["b1", "b3"], ["often", "b3"], ["b7"], ["none", "nowhere"]];
  for (const values of wanted) {
    for (const sort of orders) {
      const every = await store.reader.find(thing, { projects: [here], sort });
      const expected = every.filter(({ boxId }) => values.includes(String(boxId)));
      const ask = { projects: [here], filter: anyOf(...values), sort, limit: 20 };
      for (const skip of [0, 7])
        expect(await store.reader.find(thing, { ...ask, skip })).toEqual(
          expected.slice(skip, skip + 20),
        );
    }
  }
});

test("a kept query follows records that become frequent", async () => {
  const ask = { projects: [here], filter: anyOf("b1", "filling"), limit: 5 };
  const prepared = store.reader.prepare(thing, ask, { rows: 5, bytes: 1_000_000 });
  const ids = async () => (await prepared.rows(undefined)).map(({ row }) => row._id);
  const before = await ids();
  expect(before).toHaveLength(5);
  const made: string[] = [];
  await store.write(async (writer) => {
    for (let n = 0; n < 2_100; n += 1) {
      const one = row({ name: `filling${n}`, boxId: "filling", projectId: here });
      made.push(String(one["_id"]));
      await writer.insert(thing, one);
    }
  });
  const expected = await store.reader.find(thing, ask);
  expect(await ids()).toEqual(expected.map(({ _id }) => _id));
  expect(expected).toHaveLength(5);
});

async function planOf(ask: Find): Promise<string> {
  let statement = "";
  await store.write(async (writer) => {
    await writer.find(thing, ask);
    statement = last;
  });
  const db = kyselyOver(store);
  const explained = sql<{
    detail: string;
  }>`explain query plan ${sql.raw(statement.replaceAll("?", "1"))}`;
  const { rows } = await explained.execute(db);
  return rows.map(({ detail }) => detail).join("\n");
}
