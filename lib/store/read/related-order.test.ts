import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Position, SortKey } from "@/lib/schema/filter";
import { sortName } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";
import { newId } from "@/lib/store/port/new-id";
import type { Store } from "@/lib/store/port/store";
import { box, here, person, row, there, thing } from "@/lib/store/testing/test-resources";
import { openTestStore } from "@/lib/store/testing/test-store";

let store: Store;

/** Boxes of one size, without a size and of another project, and ids without a box. */
const boxes = [
  ...[3, 1, 2, 1, null].map((size, n) =>
    row({ name: `box ${"edacb"[n]}`, size, order: n + 1, projectId: here }),
  ),
  row({ name: "elsewhere", size: 0, order: 1, projectId: there }),
];
const boxIds = [...boxes.map(({ _id }) => String(_id)), newId(), null];

beforeAll(async () => {
  store = await openTestStore();
  await store.write(async (writer) => {
    for (const one of boxes) await writer.insert(box, one);
    for (let n = 0; n < 90; n += 1) {
      const at = `2030-01-01T00:00:0${n % 7}.000Z`;
      await writer.insert(
        thing,
        row({
          ...{ createdAt: at, projectId: n % 11 === 0 ? there : here, weight: n % 4 },
          ...{ boxId: boxIds[n % boxIds.length] ?? null, backupId: boxIds[(n * 5) % 8] ?? null },
        }),
      );
    }
  });
});

afterAll(() => store.close());

const related = fc.record({
  column: fc.constantFrom("boxId", "backupId"),
  direction: fc.constantFrom<"asc" | "desc">("asc", "desc"),
  related: fc.record({
    to: fc.constant("test-box"),
    column: fc.constantFrom("size", "name", "order"),
    projects: fc.constantFrom<("all" | string[])[]>("all", [here], [there], [here, there]),
  }),
});
const own = fc.record({
  column: fc.constantFrom("createdAt", "weight", "_id"),
  direction: fc.constantFrom<"asc" | "desc">("asc", "desc"),
});
const sorts = fc.tuple(
  related,
  fc.uniqueArray(own, { selector: (key) => key.column, maxLength: 2 }),
);

test("pages put together are all records in the order of a related field", async () => {
  const ask = fc.record({
    sort: sorts.map(([first, others]): SortKey[] => [first, ...others]),
    projects: fc.constantFrom("all" as const, [here], [there], [here, there]),
    limit: fc.integer({ min: 1, max: 40 }),
    skip: fc.integer({ min: 0, max: 50 }),
    weight: fc.constantFrom(undefined, 1),
  });
  await fc.assert(
    fc.asyncProperty(ask, async ({ sort, projects, limit, skip, weight }) => {
      const where = {
        projects,
        ...(weight !== undefined && {
          filter: { op: "eq", column: "weight", value: weight } as const,
        }),
      };
      const all = await store.reader.find(thing, where);
      const expected = sorted(all, sort).map(({ _id }) => _id);
      const columns = ["_id", ...sort.map(sortName)];
      const walked: unknown[] = [];
      let after: Position | undefined;
      for (;;) {
        const page = { ...where, sort, limit, columns, ...(after && { after }) };
        const rows = await store.reader.find(thing, page);
        walked.push(...rows.map(({ _id }) => _id));
        const last = rows.at(-1);
        if (!last || rows.length < limit) break;
        after = { values: sort.map((key) => scalar(last[sortName(key)])), id: String(last._id) };
      }
      expect(walked).toEqual(expected);
      const skipped = await store.reader.find(thing, { ...where, sort, limit, skip });
      expect(skipped.map(({ _id }) => _id)).toEqual(expected.slice(skip, skip + limit));
      const whole = await store.reader.find(thing, { ...where, sort });
      expect(whole.map(({ _id }) => _id)).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});

test("people are sorted by their e-mail in any case, and only members of the project", async () => {
  const people = ["b@x.org", "A@x.org", "c@x.org"].map((email) => ({
    ...{ _id: newId(), createdAt: "2030-01-01T00:00:00.000Z", version: 1, name: email, email },
  }));
  const { membership } = await import("@/lib/store/testing/test-resources");
  const apart = newId();
  await store.write(async (writer) => {
    for (const one of people) await writer.insert(person, one);
    for (const { _id } of people.slice(0, 2)) {
      await writer.insert(membership, row({ userId: _id, projectId: apart, state: "active" }));
    }
    for (const { _id } of people) {
      await writer.insert(thing, row({ ownerId: _id, projectId: apart }));
    }
  });
  const sort: SortKey[] = [
    {
      column: "ownerId",
      direction: "asc",
      related: { to: "user", column: "email", projects: "all" },
    },
  ];
  const found = await store.reader.find(thing, { projects: [apart], sort, limit: 10 });
  const named = found.map(({ ownerId }) => people.find(({ _id }) => _id === ownerId)?.email);
  expect(named).toEqual(["c@x.org", "A@x.org", "b@x.org"]);
});

/** Returns the same order, computed from all boxes. */
function sorted(rows: readonly Row[], sort: readonly SortKey[]): Row[] {
  const last = sort.at(-1)?.direction ?? "desc";
  const keys: SortKey[] = [...sort, { column: "_id", direction: last }];
  return rows.toSorted((one, other) => {
    for (const key of keys) {
      const [a, b] = [placeOf(one, key), placeOf(other, key)];
      if (a === b) continue;
      const isLess = a === null || (b !== null && a < b);
      return isLess === (key.direction === "asc") ? -1 : 1;
    }
    return 0;
  });
}

function placeOf(one: Row, { column, related: key }: SortKey): string | number | null {
  const value = scalar(one[column]);
  if (!key) return typeof value === "boolean" ? Number(value) : value;
  const found = boxes.find(({ _id }) => _id === value);
  const project = String(found?.["projectId"]);
  const isThere = found && project === one["projectId"];
  const isReadable = key.projects === "all" || key.projects.includes(project);
  const held = isThere && isReadable ? scalar(found[key.column as "size"]) : null;
  return typeof held === "boolean" ? Number(held) : held;
}

function scalar(value: Row[string] | undefined): string | number | boolean | null {
  return value === undefined || typeof value === "object" ? null : value;
}
