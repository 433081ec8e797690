import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Filter } from "@/lib/schema/filter";
import type { Find, RecordWriter } from "@/lib/store/port/store";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { box, here, row, there, thing } from "@/lib/store/testing/test-resources";
import { openTestStore } from "@/lib/store/testing/test-store";
import { chosenDatabase } from "@/tests/databases";

const boxes = ["b1", "b2", null];
const listOf = (count: number) => (count === 2 ? null : ["b1", "b2"].slice(count));
const change = fc.oneof(
  fc.record({
    do: fc.constant("insert" as const),
    project: fc.constantFrom(here, there),
    box: fc.nat(2),
    lid: fc.nat(2),
  }),
  fc.record({
    do: fc.constant("update" as const),
    record: fc.nat(20),
    box: fc.nat(2),
    lid: fc.nat(2),
  }),
  fc.record({ do: fc.constant("remove" as const), record: fc.nat(20) }),
  fc.record({ do: fc.constant("count" as const) }),
);
const write = fc.record({ changes: fc.array(change, { maxLength: 6 }), fails: fc.boolean() });
/** Groups of concurrent writes, which share a commit. */
const history = fc.array(fc.array(write, { maxLength: 4 }), { maxLength: 6 });

const both = (...filters: Filter[]): Filter => ({ op: "and", filters });

const asked: (Filter | undefined)[] = [
  undefined,
  { op: "eq", column: "boxId", value: "b1" },
  { op: "eq", column: "boxId", value: "b1", orNull: true },
  { op: "isNull", column: "boxId" },
  { op: "in", column: "boxId", values: ["b1", "b2", "b1"] },
  { op: "in", column: "boxId", values: [] },
  { op: "eq", column: "projectId", value: here },
  { op: "hasAny", column: "boxes", values: ["b1"] },
  { op: "hasAny", column: "boxes", values: ["b1", "b1"] },
  { op: "hasAny", column: "boxes", values: ["b1", "b2"] },
  { op: "hasAny", column: "boxes", values: [] },
  both(
    { op: "eq", column: "boxId", value: "b1" },
    { op: "in", column: "lidId", values: ["b1", "b2", "b1"] },
  ),
  both({ op: "isNull", column: "lidId" }, { op: "eq", column: "boxId", value: "b2", orNull: true }),
  both({ op: "eq", column: "boxId", value: "b1" }, { op: "eq", column: "boxId", value: "b2" }),
  both(
    { op: "eq", column: "boxId", value: "b1" },
    { op: "hasAny", column: "boxes", values: ["b1"] },
  ),
];

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Makes the changes of one write, to the records of earlier groups and its own; returns the own. */
async function make(
  writer: RecordWriter,
  changes: readonly Change[],
  ids: readonly string[],
): Promise<readonly string[]> {
  const made: string[] = [];
  for (const one of changes) {
    const all = [...ids, ...made];
    if (one.do === "count") {
      await writer.count(thing, { projects: "all" });
      continue;
    }
    if (one.do === "insert") {
      const record = row({
        boxes: listOf(one.box),
        projectId: one.project,
        boxId: boxes[one.box] ?? null,
        lidId: boxes[one.lid] ?? null,
      });
      await writer.insert(thing, record);
      made.push(String(record["_id"]));
      continue;
    }
    const id = all[one.record % Math.max(1, all.length)] ?? "none";
    if (one.do === "remove") {
      await writer.remove(thing, id, { projects: [here] });
      continue;
    }
    const patch = {
      ...{ boxId: boxes[one.box] ?? null, boxes: listOf(one.box) },
      lidId: boxes[one.lid] ?? null,
    };
    await writer.update(thing, id, patch, { projects: [there] });
  }
  return made;
}

test("counters equal the counts of a scan after any writes and refusals", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (groups) => {
      const store = await openTestStore();
      const ids: string[] = [];
      for (const group of groups) {
        const earlier = [...ids];
        const writes = group.map(({ changes, fails }) =>
          store.write(async (writer) => {
            const made = await make(writer, changes, earlier);
            if (fails) throw new Error("refused");
            return made;
          }),
        );
        for (const [place, outcome] of (await Promise.allSettled(writes)).entries()) {
          expect(outcome.status).toBe(group[place]?.fails ? "rejected" : "fulfilled");
          if (outcome.status === "fulfilled") ids.push(...outcome.value);
        }
      }
      for (const projects of ["all", [here], [here, there]] as const) {
        for (const filter of asked) {
          const ask = { projects, ...(filter ? { filter } : {}) };
          const found = await store.reader.find(thing, ask);
          expect(await store.reader.count(thing, ask)).toBe(found.length);
        }
      }
      await store.close();
    }),
    { numRuns: chosenDatabase() === "postgres" ? 6 : 60 },
  );
});

test("writes of one commit write their counters together, and a failed one takes none along", async () => {
  const statements: string[] = [];
  const store = await openTestStore({ onStatement: (text) => statements.push(text) });
  statements.length = 0;
  const seen: number[] = [];
  const insert = (fails: boolean, counts: boolean) =>
    store.write(async (writer) => {
      await writer.insert(box, row());
      if (counts) seen.push(await writer.count(box, { projects: "all" }));
      if (fails) throw new Error("refused");
    });
  const outcomes = await Promise.allSettled([
    insert(false, false),
    insert(true, true),
    insert(false, false),
    insert(false, true),
    insert(true, true),
    insert(false, false),
  ]);
  expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual([
    ...[true, false, true, true, false, true],
  ]);
  // Each count sees the writes of the commit that have not failed, and its own.
  expect(seen).toEqual([2, 3, 4]);
  expect(await store.reader.count(box, { projects: "all" })).toBe(4);
  statements.length = 0;
  await Promise.all(Array.from({ length: 5 }, () => insert(false, false)));
  // On a slow machine the writes need more than one commit.
  const commits = statements.filter((text) => text === "commit").length;
  expect(statements.filter((text) => text.includes("tocsin_record_count"))).toHaveLength(commits);
  expect(await store.reader.count(box, { projects: "all" })).toBe(9);
  await store.close();
});

test("a commit whose counters cannot be written fails with all of its writes", async () => {
  let isBroken = false;
  const store = await openTestStore({
    onStatement: (text) => {
      if (isBroken && text.includes("tocsin_record_count")) throw new Error("The disk is full.");
    },
  });
  const insert = () => store.write((writer) => writer.insert(box, row()));
  await insert();
  isBroken = true;
  const outcomes = await Promise.allSettled([insert(), insert(), insert()]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  isBroken = false;
  expect(await store.reader.find(box, { projects: "all" })).toHaveLength(1);
  await insert();
  expect(await store.reader.count(box, { projects: "all" })).toBe(2);
  await store.close();
});

test("a search of all projects by a relation meets every project that holds it", async () => {
  const store = await openTestStore();
  await store.write(async (writer) => {
    await writer.insert(box, row({ shelfId: "s1" }));
    await writer.insert(box, row({ shelfId: "s1", projectId: there }));
    await writer.insert(box, row({ shelfId: "s2", projectId: null }));
    const filter: Filter = { op: "eq", column: "shelfId", value: "s1" };
    expect(await writer.find(box, { projects: "all", filter })).toHaveLength(2);
  });
  const of = async (value: string) =>
    (
      await store.reader.find(box, {
        projects: "all",
        filter: { op: "eq", column: "shelfId", value },
      })
    ).length;
  expect([await of("s1"), await of("s2"), await of("s3")]).toEqual([2, 1, 0]);
});

test("a counter at zero is deleted", async () => {
  const store = await openTestStore();
  const db = kyselyOver(store);
  const kept = async () => {
    const { rows } = await sql<{ column_name: string; value: string; amount: number }>`
      select column_name, value, amount from tocsin_record_count where resource = 'test-thing'
    `.execute(db);
    return rows.map((one) => [one.column_name, one.value, Number(one.amount)]).sort();
  };
  const record = row({ boxId: "b1", boxes: ["b1", "b2"] });
  const id = String(record["_id"]);
  await store.write((writer) => writer.insert(thing, record));
  await store.write((writer) =>
    writer.update(thing, id, { boxId: "b2", boxes: ["b2"] }, { projects: "all" }),
  );
  const left = await kept();
  expect(left).toContainEqual(["boxId", "b2", 1]);
  expect(left.filter(([, value, amount]) => value === "b1" || amount === 0)).toEqual([]);
  await store.write((writer) => writer.remove(thing, id, { projects: "all" }));
  expect(await kept()).toEqual([]);
  await store.close();
});

test("two relations that share a counter are counted without reading the records", async () => {
  const store = await openTestStore();
  const ask: Pick<Find, "projects" | "filter"> = {
    projects: [here],
    filter: both(
      { op: "eq", column: "lidId", value: "b2" },
      { op: "eq", column: "boxId", value: "b1" },
    ),
  };
  await store.write((writer) => writer.insert(thing, row({ boxId: "b1", lidId: "b2" })));
  await sql`delete from test_thing`.execute(kyselyOver(store));
  expect(await store.reader.count(thing, ask)).toBe(1);
  await store.close();
});
