import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Filter } from "@/lib/schema/filter";
import type { Find } from "@/lib/store/port/store";
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
const history = fc.array(
  fc.record({ changes: fc.array(change, { maxLength: 6 }), fails: fc.boolean() }),
  {
    maxLength: 12,
  },
);

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

test("counters equal the counts of a scan after any writes and refusals", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (writes) => {
      const store = await openTestStore();
      const ids: string[] = [];
      for (const { changes, fails } of writes) {
        const made: string[] = [];
        const work = store.write(async (writer) => {
          for (const one of changes) {
            const all = [...ids, ...made];
            if (one.do === "insert") {
              const record = row({
                boxes: listOf(one.box),
                projectId: one.project,
                boxId: boxes[one.box] ?? null,
                lidId: boxes[one.lid] ?? null,
              });
              await writer.insert(thing, record);
              made.push(String(record["_id"]));
            } else if (one.do === "count") {
              await writer.count(thing, { projects: "all" });
            } else {
              const id = all[one.record % Math.max(1, all.length)] ?? "none";
              if (one.do === "remove") await writer.remove(thing, id, { projects: [here] });
              else
                await writer.update(
                  thing,
                  id,
                  {
                    ...{ boxId: boxes[one.box] ?? null, boxes: listOf(one.box) },
                    lidId: boxes[one.lid] ?? null,
                  },
                  { projects: [there] },
                );
            }
          }
          if (fails) throw new Error("refused");
        });
        if (fails) await expect(work).rejects.toThrow("refused");
        else {
          await work;
          ids.push(...made);
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
    { numRuns: chosenDatabase() === "postgres" ? 4 : 40 },
  );
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
