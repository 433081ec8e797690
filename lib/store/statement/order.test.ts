import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Position, SortKey } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";
import type { Store } from "@/lib/store/port/store";
import { here, row, there, thing } from "@/lib/store/testing/test-resources";
import { openTestStore } from "@/lib/store/testing/test-store";

let store: Store;

beforeAll(async () => {
  store = await openTestStore();
  const times = [
    "2030-01-01T00:00:00.000Z",
    "2030-01-01T00:00:00.001Z",
    "0001-01-01T00:00:00.000Z",
  ];
  await store.write(async (writer) => {
    for (let n = 0; n < 60; n += 1) {
      await writer.insert(
        thing,
        row({
          createdAt: times[n % 3] ?? null,
          projectId: n % 5 === 0 ? there : here,
          weight: n % 4 === 0 ? null : n % 3,
          isOpen: n % 7 === 0 ? null : n % 2 === 0,
          notes: [null, "a", "B", "\u{1F600}", "\uFFFD"][n % 5] ?? null,
          due: n % 6 === 0 ? null : (times[n % 2] ?? null),
          contact: [null, "Bea@x.org", "ada@x.org", "bea@X.org", "Cy@x.org"][n % 5] ?? null,
        }),
      );
    }
  });
});

afterAll(() => store.close());

const column = fc.constantFrom(
  "createdAt",
  "_id",
  "weight",
  "isOpen",
  "notes",
  "due",
  "boxId",
  "contact",
);
const direction = fc.constantFrom<"asc" | "desc">("asc", "desc");
const sorts = fc.uniqueArray(fc.record({ column, direction }), {
  selector: (key) => key.column,
  maxLength: 4,
});

test("pages by position put together are the whole list, in order and without overlap", async () => {
  const projects = fc.constantFrom("all" as const, [here], [here, there]);
  await fc.assert(
    fc.asyncProperty(
      sorts,
      projects,
      fc.integer({ min: 1, max: 23 }),
      async (sort, where, limit) => {
        const whole = await store.reader.find(thing, { projects: where, sort });
        const walked: Row[] = [];
        let after: Position | undefined;
        for (;;) {
          const ask = { projects: where, sort, limit, ...(after ? { after } : {}) };
          const page = await store.reader.find(thing, ask);
          walked.push(...page);
          const last = page.at(-1);
          if (!last || page.length < limit) break;
          after = positionOf(sort, last);
        }
        expect(walked).toEqual(whole);
        const skipped = await store.reader.find(thing, { projects: where, sort, limit, skip: 7 });
        expect(skipped).toEqual(whole.slice(7, 7 + limit));
      },
    ),
    { numRuns: 150 },
  );
});

test("nulls come first ascending and last descending; text goes by code point", async () => {
  const texts = async (way: "asc" | "desc") => {
    const sort: SortKey[] = [{ column: "notes", direction: way }];
    const rows = await store.reader.find(thing, { projects: "all", sort });
    return [...new Set(rows.map(({ notes }) => notes))];
  };
  expect(await texts("asc")).toEqual([null, "B", "a", "\uFFFD", "\u{1F600}"]);
  expect(await texts("desc")).toEqual(["\u{1F600}", "\uFFFD", "a", "B", null]);
});

test("e-mails go in any case", async () => {
  const sort: SortKey[] = [{ column: "contact", direction: "asc" }];
  const rows = await store.reader.find(thing, { projects: "all", sort });
  const folded = rows.map(({ contact }) => String(contact ?? "").toLowerCase());
  expect([...new Set(folded)]).toEqual(["", "ada@x.org", "bea@x.org", "cy@x.org"]);
  expect(folded).toEqual([...folded].sort());
});

function positionOf(sort: readonly SortKey[], last: Row): Position {
  const keys = sort.length > 0 ? sort : [{ column: "createdAt" }];
  return {
    values: keys.map((key) => scalar(last[key.column])),
    id: String(last["_id"]),
  };
}

function scalar(value: Row[string] | undefined): string | number | boolean | null {
  return value === undefined || typeof value === "object" ? null : value;
}
