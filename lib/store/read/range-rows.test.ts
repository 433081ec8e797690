import { afterAll, beforeAll, expect, test } from "vitest";
import type { RangeCountRequest, RangePlace } from "@/lib/store/port/range";
import type { Store } from "@/lib/store/port/store";
import { here, row, there, thing } from "@/lib/store/testing/test-resources";
import { openTestStore } from "@/lib/store/testing/test-store";

let store: Store;
const day = (place: number) => new Date(Date.UTC(2026, 0, 1 + place)).toISOString();

/** 60 records on 20 days; two of three belong to the project. */
const rows = Array.from({ length: 60 }, (_, place) => {
  const own = { name: `n${place}`, boxId: `b${place % 4}`, notes: place % 5 ? null : "Some" };
  const common = { createdAt: day(Math.floor(place / 3)), projectId: place % 3 ? here : there };
  return { ...row(own), ...own, ...common };
});

beforeAll(async () => {
  store = await openTestStore();
  await store.write(async (writer) => {
    for (const one of rows) await writer.insert(thing, one);
  });
});
afterAll(() => store.close());

const stretch = { projectId: here, column: "createdAt", until: day(15) };

async function countAll(limit: number, wanted: Pick<RangeCountRequest, "ids" | "empty">) {
  const counts: number[] = [];
  for (let from: RangePlace | undefined = { date: day(4), afterId: "" }; from; ) {
    const ask: RangeCountRequest = { ...stretch, ...wanted, from, limit };
    const { count, next } = await store.reader.countRange(thing, ask);
    counts.push(count);
    from = next;
  }
  return counts;
}

test.each([1, 3, 11, 22, 100])(
  "a range is counted whole in portions of %i records",
  async (limit) => {
    const expected = rows.filter(({ createdAt, projectId, boxId, notes }) => {
      const isWithin = createdAt >= day(4) && createdAt < day(15) && projectId === here;
      return isWithin && boxId === "b2" && notes === null;
    });
    expect(expected.length).toBeGreaterThan(3);
    const counts = await countAll(limit, { ids: { boxId: "b2" }, empty: ["notes"] });
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(expected.length);
    // The project has 22 records in the range.
    expect(counts).toHaveLength(Math.floor(22 / limit) + 1);
  },
);

test("a range without records has none", async () => {
  const from = { date: day(400), afterId: "" };
  const ask = { ...stretch, from, until: day(500), limit: 5, ids: {}, empty: ["notes"] };
  expect(await store.reader.countRange(thing, ask)).toEqual({ count: 0, next: undefined });
});

test("portions of rows follow each other without a gap", async () => {
  const read: unknown[] = [];
  for (let from: RangePlace = { date: day(4), afterId: "" }; ; ) {
    const ask = { ...stretch, from, limit: 4, columns: ["_id", "createdAt", "name"] };
    const some = await store.reader.range(thing, ask);
    read.push(...some.map(({ name }) => name));
    const last = some.at(-1);
    if (some.length < 4 || !last) break;
    from = { date: String(last["createdAt"]), afterId: String(last["_id"]) };
  }
  expect(read).toHaveLength(22);
  expect(new Set(read).size).toBe(22);
});
