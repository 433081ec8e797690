import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Filter } from "@/lib/schema/filter";
import { openStore } from "@/lib/store/open-store";
import type { Find, Store } from "@/lib/store/port/store";
import {
  box,
  here,
  person,
  row,
  testResources,
  there,
  thing,
} from "@/lib/store/testing/test-resources";

const folder = mkdtempSync(join(tmpdir(), "tocsin-slices-"));
afterAll(() => rmSync(folder, { recursive: true }));

const longText = 1_000_000;
const queryTimeoutMs = 300;

/** Returns the longest time that `work` blocked the event loop. */
async function stillMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return longest;
}

function searches(amount: number): Filter {
  const filters = Array.from({ length: amount }, (_, n): Filter => {
    const column = n % 2 === 0 ? "story" : "notes";
    return { op: n % 3 === 2 ? "endsWith" : "contains", column, value: `not there ${n}` };
  });
  return { op: "or", filters };
}

describe.each(["memory:", `file:${folder}/long.db`])("long texts in %s", (url) => {
  let store: Store;
  const ids: string[] = [];

  beforeAll(async () => {
    store = await openStore({ url, resources: testResources, queryTimeoutMs });
    for (let n = 0; n < 60; n += 1) {
      const text = (n % 2 === 0 ? "é" : "a").repeat(longText);
      const one = row({ story: text, notes: text });
      ids.push(String(one._id));
      await store.write((writer) => writer.insert(thing, one));
    }
  });

  afterAll(() => store.close());

  const among: Filter = { op: "in", column: "_id", values: ids };
  const refused = { code: "query_too_expensive" };

  test.each<[string, () => Filter]>([
    ["eight searches", () => searches(8)],
    [
      "ids beside eight searches",
      () => ({ op: "and", filters: [{ ...among, values: ids }, searches(8)] }),
    ],
    [
      "ids beside a negation of 48 searches",
      () => ({
        op: "and",
        filters: [
          { ...among, values: ids },
          { op: "not", filter: searches(48) },
        ],
      }),
    ],
  ])("%s end at the deadline, and the event loop goes round meanwhile", async (_, filterOf) => {
    const filter = filterOf();
    const asks = [
      () => store.reader.find(thing, { projects: [here], filter, columns: ["_id"], limit: 10 }),
      () => store.reader.find(thing, { projects: "all", filter, columns: ["_id"], limit: 10 }),
      () => store.reader.count(thing, { projects: [here], filter }),
    ];
    for (const ask of asks) {
      const stood = await stillMs(() => expect(ask()).rejects.toMatchObject(refused));
      expect(stood).toBeLessThan(3 * queryTimeoutMs);
    }
  });

  test("one fold serves all conditions on a text, in any case and beyond ASCII", async () => {
    const text = `ÄRGER ${"x".repeat(2_000)} Straße İstanbul ÉNDE`;
    const one = row({ story: text });
    await store.write((writer) => writer.insert(thing, one));
    const byId: Filter = { op: "eq", column: "_id", value: String(one._id) };
    const matches = async (op: "contains" | "startsWith" | "endsWith", value: string) => {
      const filter: Filter = { op: "and", filters: [byId, { op, column: "story", value }] };
      return (await store.reader.count(thing, { projects: [here], filter })) === 1;
    };
    expect(await matches("contains", "STRASSE")).toBe(false);
    expect(await matches("contains", "straße")).toBe(true);
    expect(await matches("contains", "i̇stanbul")).toBe(true);
    expect(await matches("startsWith", "ärger X")).toBe(true);
    expect(await matches("startsWith", "rger")).toBe(false);
    expect(await matches("endsWith", "énde")).toBe(true);
    expect(await matches("endsWith", "énd")).toBe(false);
  });
});

describe.each(["memory:", `file:${folder}/many.db`])("records in slices in %s", (url) => {
  let whole: Store;
  let sliced: Store;
  const there1 = "b1";
  const there2 = "b2";

  beforeAll(async () => {
    const options = { resources: testResources, queryTimeoutMs: 600_000 };
    whole = await openStore({ ...options, url: "memory:", sliceMs: 600_000 });
    sliced = await openStore({ ...options, url, sliceMs: 0.000_001 });
    const rows = Array.from({ length: 350 }, (_, n) => {
      const createdAt = new Date(Date.UTC(2030, 0, 1, 0, 0, (n * 37) % 300)).toISOString();
      const projectId = [here, here, there][n % 3] as string;
      const notes = n % 7 === 0 ? null : `Note ${(n * 31) % 97} ${n % 2 ? "Ä".repeat(600) : ""}`;
      const values = { createdAt, projectId, notes, weight: n % 11, isOpen: n % 2 === 0 };
      const boxId = [null, there1, there2][n % 3] ?? null;
      return row({ ...values, boxId, boxes: n === 175 ? ["b9"] : [], data: { n: n % 4 } });
    });
    for (const store of [whole, sliced]) {
      await store.write(async (writer) => {
        for (const one of rows) await writer.insert(thing, one);
        for (const _id of [there1, there2]) {
          await writer.insert(box, row({ _id, name: `Box ${_id}`, size: 3 }));
        }
        await writer.insert(person, { _id: "p", createdAt: "2030-01-01", name: "Ann", email: "a" });
      });
    }
  });

  afterAll(() => Promise.all([whole.close(), sliced.close()]));

  const filters: readonly [string, Filter | undefined][] = [
    ["a text", { op: "contains", column: "notes", value: "ä" }],
    ["a number", { op: "gt", column: "weight", value: 4 }],
    ["not a text", { op: "not", filter: { op: "startsWith", column: "notes", value: "note 1" } }],
    ["a key of JSON", { op: "jsonEquals", column: "data", path: ["n"], value: 3 }],
    [
      "a relation's field",
      {
        op: "related",
        column: "boxId",
        to: "test-box",
        filter: { op: "endsWith", column: "name", value: "B1" },
      },
    ],
    [
      "a relation and a text",
      {
        op: "and",
        filters: [
          { op: "eq", column: "boxId", value: "b2" },
          { op: "contains", column: "notes", value: "note 3" },
        ],
      },
    ],
    [
      "an element few have",
      {
        op: "and",
        filters: [
          { op: "hasAny", column: "boxes", values: ["b9"] },
          { op: "notNull", column: "slug" },
          { op: "contains", column: "slug", value: "-" },
        ],
      },
    ],
    ["all", undefined],
  ];
  const extents: readonly Partial<Find>[] = [
    { limit: 10 },
    { limit: 10, skip: 25 },
    { limit: 1000 },
    { limit: 7, sort: [{ column: "createdAt", direction: "asc" }] },
    { limit: 7, skip: 3, sort: [{ column: "notes", direction: "asc" }] },
    {
      limit: 50,
      sort: [
        { column: "weight", direction: "desc" },
        { column: "notes", direction: "asc" },
      ],
    },
  ];

  test.each(filters)("find and count the same by %s", async (_, filter) => {
    for (const projects of [[here], [there, here], "all"] as const) {
      const where = { projects, ...(filter && { filter }) };
      expect(await sliced.reader.count(thing, where)).toBe(await whole.reader.count(thing, where));
      for (const extent of extents) {
        const ask = { ...where, ...extent, columns: ["_id", "createdAt", "notes", "weight"] };
        const expected = await whole.reader.find(thing, ask);
        expect(await sliced.reader.find(thing, ask)).toEqual(expected);
        const last = expected.at(-1);
        if (!last || extent.sort?.length === 2) continue;
        const column = extent.sort?.[0]?.column ?? "createdAt";
        const after = { values: [last[column] ?? null] as string[], id: String(last._id) };
        const next = { ...ask, after };
        expect(await sliced.reader.find(thing, next)).toEqual(await whole.reader.find(thing, next));
      }
    }
  });

  test("a page is full also when records are deleted while it is read", async () => {
    const ask: Find = {
      projects: [here],
      filter: { op: "contains", column: "notes", value: "note" },
      sort: [{ column: "notes", direction: "asc" }],
      columns: ["_id"],
      limit: 20,
    };
    const [first] = await sliced.reader.find(thing, { ...ask, limit: 1 });
    const reading = sliced.reader.find(thing, ask);
    await sliced.write((writer) => writer.remove(thing, String(first?._id), { projects: "all" }));
    const found = await reading;
    expect(found).toHaveLength(20);
    expect(new Set(found.map(({ _id }) => _id)).size).toBe(20);
    await whole.write((writer) => writer.remove(thing, String(first?._id), { projects: "all" }));
  });
});
