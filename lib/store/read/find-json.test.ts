import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import type { Store } from "@/lib/store/port/store";
import { here, row, there, thing } from "@/lib/store/testing/test-resources";
import { openTestStore } from "@/lib/store/testing/test-store";

let store: Store;
beforeAll(async () => {
  // A busy machine would take more than a slice, after which records are read value by value.
  store = await openTestStore({ sliceMs: 60_000, queryTimeoutMs: 60_000 });
});
afterAll(() => store.close());

const names = shapeOf(thing).columns.map(({ name }) => name);
const allFields = names.map((name) => ({ name, column: name, shows: "value" as const }));
// Selections of hidden columns have statements of their own from the beginning.
const visibleFields = allFields.filter(
  ({ name }) => !shapeOf(thing).byColumn.get(name)?.field.hidden,
);
const most = { bytes: 1_000_000, rows: 1 };

/** Prepares the records with all their columns as JSON. Throws where the engine makes none. */
function prepared(
  limits = most,
  fields: Parameters<NonNullable<Store["reader"]["prepareJson"]>>[3]["fields"] = allFields,
) {
  const { prepareJson } = store.reader;
  if (!prepareJson) throw new Error("The engine makes no JSON.");
  const columns = fields === allFields ? names : fields.map(({ column }) => column);
  const ask = { projects: [here], columns, limit: 1 };
  return prepareJson(thing, ask, limits, { fields, besides: ["_id", "version"] });
}

const isMarkdown = ({ name }: { readonly name: string }) => name === "story" || name === "page";

async function stored(values: Row): Promise<Row> {
  const whole = row(values);
  await store.write((writer) => writer.insert(thing, whole));
  const byId = { op: "eq", column: "_id", value: String(whole._id) } as const;
  const [found] = await store.reader.find(thing, {
    projects: [here],
    filter: byId,
    columns: names,
  });
  if (!found) throw new Error("The record is not found.");
  return found;
}

/** Texts with every kind of character: controls, quotes, separators, astral ones. */
const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0x2f }).map((code) => String.fromCharCode(code)) }),
  fc.constantFrom(
    '"',
    "\\",
    "\\u0041",
    "\u2028\u2029",
    "\u007f\u0080\u009f",
    "\ufeff\uffff",
    "💥\0",
    "</script>",
  ),
);
const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(
    -0,
    1e21,
    1e-7,
    5e-324,
    0.1,
    2 ** 53,
    2 ** 53 + 2,
    -(2 ** 63),
    1e300,
    1.5e15,
    1e15,
  ),
);
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    ...[fc.constant(null), fc.boolean(), numbers, hostile],
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(hostile, fc.constantFrom("__proto__", "1", "a.b", "")), tie("value")),
  ),
})).value;

const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });

describe.runIf(process.env["TEST_DATABASE"] !== "postgres")("JSON made by the engine", () => {
  it("equals JSON.stringify of the decoded record, byte for byte", async () => {
    const texts = prepared();
    const any = fc.record({
      ...{ notes: orNull(hostile), story: orNull(hostile) },
      ...{ page: orNull(hostile), tint: orNull(hostile), link: orNull(hostile) },
      ...{ isOpen: orNull(fc.boolean()), weight: orNull(numbers), place: orNull(numbers) },
      ...{ data: orNull(anyJson), words: orNull(fc.array(hostile)), due: orNull(hostile) },
      ...{ boxes: orNull(fc.array(fc.uuid())), files: orNull(fc.array(fc.uuid())) },
    });
    await fc.assert(
      fc.asyncProperty(any, async (values) => {
        const expected = await stored(withoutUndefined(values));
        const found = await texts.rows(String(expected._id));
        const { _id = null, version = null } = expected;
        expect(found).toEqual([{ text: JSON.stringify(expected), row: { _id, version } }]);
      }),
      { numRuns: 1_500 },
    );
  });

  it("equals it for a selection that comes once, in any order, and when it comes again", async () => {
    const any = fc.record({
      ...{ notes: orNull(hostile), page: orNull(hostile), isOpen: orNull(fc.boolean()) },
      ...{ weight: orNull(numbers), place: orNull(numbers), data: orNull(anyJson) },
      ...{ words: orNull(fc.array(hostile)), boxes: orNull(fc.array(fc.uuid())) },
    });
    const selections = fc.shuffledSubarray(visibleFields, { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(any, selections, fc.boolean(), async (values, fields, hidesFirst) => {
        const expected = await stored(withoutUndefined(values));
        const shown = fields.map((field, n) => {
          return n === 0 && hidesFirst ? { ...field, shows: "nothing" as const } : field;
        });
        const record = shown.map(({ name, shows }) => [
          name,
          shows === "nothing" ? null : expected[name],
        ]);
        const { _id = null, version = null } = expected;
        const texts = prepared(most, shown);
        for (let time = 0; time < 3; time += 1) {
          const found = await texts.rows(String(_id));
          const text = JSON.stringify(Object.fromEntries(record));
          expect(found).toEqual([{ text, row: { _id, version } }]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("equals it for every character of the first plane", async () => {
    const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
    const texts = all.filter((one) => one.isWellFormed());
    const read = prepared();
    for (let from = 0; from < texts.length; from += 8_000) {
      const name = texts.slice(from, from + 8_000).join("");
      const expected = await stored({ name, data: { [name]: name } });
      const found = await read.rows(String(expected._id));
      expect(found).toMatchObject([{ text: JSON.stringify(expected) }]);
    }
  });

  it("says whether a column holds a value, or null, in place of the value", async () => {
    const { _id } = await stored({ secret: "hash", name: "Secret" });
    const { _id: none } = await stored({ name: "None" });
    const texts = prepared(most, [
      { name: "_id", column: "_id", shows: "value" },
      { name: "hasSecret", column: "secret", shows: "presence" },
      { name: "secret", column: "secret", shows: "nothing" },
    ]);
    const expected = [
      { _id, hasSecret: true, secret: null },
      { _id: none, hasSecret: false, secret: null },
    ];
    for (const one of expected) {
      const found = await texts.rows(String(one._id));
      expect(found).toMatchObject([{ text: JSON.stringify(one) }]);
    }
  });

  it("returns nothing for a record with a long value, which others read in pieces", async () => {
    const limits = { bytes: 600_000, rows: 10 };
    const texts = prepared(limits);
    const [short, long] = [
      await stored({ name: "Short", story: "ä".repeat(100) }),
      await stored({ name: "Long", story: "ä".repeat(20_000), notes: "ä".repeat(10_001) }),
    ];
    expect(await texts.rows(String(short._id))).toHaveLength(1);
    expect(await texts.rows(String(long._id))).toBe("long");
    expect(await texts.rows(String(short._id))).toHaveLength(1);
    // Each of the two values is short enough.
    const both = await stored({ story: "ä".repeat(10_000), page: "ä".repeat(10_000) });
    for (const other of visibleFields.filter((field) => !isMarkdown(field))) {
      const once = prepared(limits, [...visibleFields.filter(isMarkdown), other]);
      expect(await once.rows(String(both._id))).toBe("long");
      expect(await once.rows(String(both._id))).toBe("long");
    }
  });

  it("says that a query takes long, which is then read in slices", async () => {
    const { own, ask, texts } = await slowQuery({ sliceMs: 1 });
    expect(await texts?.rows()).toBe("slow");
    expect(await own.reader.prepare(thing, ask, most).rows(undefined, true)).toEqual([]);
    await own.close();
  });

  it("refuses a query that takes too long where there are no slices", async () => {
    const { own, texts } = await slowQuery({ sliceMs: 1, queryTimeoutMs: 1 });
    await expect(texts?.rows()).rejects.toMatchObject({ code: "query_too_expensive" });
    await own.close();
  });

  it("finds no record of another project", async () => {
    const { _id } = row({ projectId: there, name: "Elsewhere" });
    await store.write((writer) =>
      writer.insert(thing, row({ _id: _id ?? null, projectId: there })),
    );
    expect(await prepared().rows(String(_id))).toEqual([]);
  });
});

/** Prepares a query that walks over many records. */
async function slowQuery(times: { readonly sliceMs: number; readonly queryTimeoutMs?: number }) {
  const own = await openTestStore(times);
  await own.write(async (writer) => {
    for (let n = 0; n < 20_000; n += 1) await writer.insert(thing, row({ notes: `note ${n}` }));
  });
  const filter = { op: "contains", column: "notes", value: "nowhere" } as const;
  const ask = { projects: [here], columns: names, filter, limit: 1 };
  const shown = { fields: allFields, besides: ["_id"] };
  return { own, ask, texts: own.reader.prepareJson?.(thing, ask, most, shown) };
}

function withoutUndefined(values: Record<string, unknown>): Row {
  return JSON.parse(JSON.stringify(values));
}
