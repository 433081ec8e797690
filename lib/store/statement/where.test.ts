import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Filter, SortKey } from "@/lib/schema/filter";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { foldCase } from "@/lib/schema/search-text/search-text";
import { newId } from "@/lib/store/port/new-id";
import type { Store } from "@/lib/store/port/store";
import {
  box,
  here,
  membership,
  person,
  row,
  space,
  there,
  thing,
} from "@/lib/store/testing/test-resources";
import { openTestStore } from "@/lib/store/testing/test-store";
import { chosenDatabase } from "@/tests/databases";

let store: Store;

const ids = {
  small: "b0000000-0000-4000-8000-000000000001",
  large: "b0000000-0000-4000-8000-000000000002",
  foreign: "b0000000-0000-4000-8000-000000000003",
  none: "b0000000-0000-4000-8000-000000000004",
  ann: "a0000000-0000-4000-8000-000000000001",
  bob: "a0000000-0000-4000-8000-000000000002",
};

const things: Row[] = [
  row({
    name: "one",
    notes: "Straße ÄPFEL",
    weight: 1,
    isOpen: true,
    due: "2030-01-01T00:00:00.000Z",
    contact: "Ann@Example.org",
    data: { region: "eu", deep: { "a.b": { '"': 1 } }, flag: true, none: null, list: [1, "x"] },
    files: "f1",
    words: ["red", "blue"],
    ownerId: ids.ann,
    boxId: ids.small,
    boxes: [ids.small, ids.large],
  }),
  row({
    name: "two",
    notes: "plain text",
    weight: 2.5,
    isOpen: false,
    due: "2030-02-01T00:00:00.000Z",
    contact: "bob@example.org",
    data: { region: 1, flag: "true", deep: ["eu"] },
    files: ["f1", "f2"],
    words: ["red"],
    ownerId: ids.bob,
    boxId: ids.foreign,
    boxes: [ids.large],
  }),
  row({
    name: "three",
    notes: "\u212aelvin 100%_",
    weight: -3,
    data: "eu",
    boxes: [],
    boxId: ids.none,
  }),
  row({ name: "four" }),
];

beforeAll(async () => {
  store = await openTestStore();
  await store.write(async (writer) => {
    const put = (resource: Resource, values: Row) => writer.insert(resource, row(values));
    await put(box, { _id: ids.small, name: "small", size: 1, shelfId: ids.large });
    await put(box, { _id: ids.large, name: "large", size: 9 });
    await put(box, { _id: ids.foreign, name: "small", size: 1, projectId: there });
    await put(person, { _id: ids.ann, name: "Ann", email: "Ann@Example.org" });
    await put(person, { _id: ids.bob, name: "Bob", email: "bob@example.org" });
    await put(membership, { userId: ids.ann, state: "active" });
    await put(membership, { userId: ids.bob, state: "pending" });
    await put(membership, { userId: ids.bob, projectId: there, state: "active" });
    await put(space, { _id: here, name: "Here" });
    await put(space, { _id: there, name: "There" });
    for (const one of things) await writer.insert(thing, one);
  });
});

const small: Filter = { op: "eq", column: "name", value: "small" };

test.each<[string, Filter, string[]]>([
  ["eq", { op: "eq", column: "weight", value: 2.5 }, ["two"]],
  ["eq is exact", { op: "eq", column: "name", value: "ONE" }, []],
  ["eq by a folded column", { op: "eq", column: "name", value: "one" }, ["one"]],
  ["eq or null", { op: "eq", column: "weight", value: 1, orNull: true }, ["one", "four"]],
  ["eq of a boolean", { op: "eq", column: "isOpen", value: false }, ["two"]],
  ["eq of an e-mail", { op: "eq", column: "contact", value: "ANN@example.ORG" }, ["one"]],
  ["eq of a file", { op: "eq", column: "files", value: "f1" }, ["one"]],
  ["hasAny of files", { op: "hasAny", column: "files", values: ["f1"] }, ["one", "two"]],
  ["hasAll of files", { op: "hasAll", column: "files", values: ["f1", "f2"] }, ["two"]],
  ["hasNone of files", { op: "hasNone", column: "files", values: ["f2"] }, ["one"]],
  ["ne leaves out null", { op: "ne", column: "weight", value: 1 }, ["two", "three"]],
  ["ne of an e-mail", { op: "ne", column: "contact", value: "ANN@example.ORG" }, ["two"]],
  ["gt", { op: "gt", column: "weight", value: 1 }, ["two"]],
  ["gt or null", { op: "gt", column: "weight", value: 1, orNull: true }, ["two", "four"]],
  ["gte", { op: "gte", column: "weight", value: 1 }, ["one", "two"]],
  ["lt", { op: "lt", column: "weight", value: 1 }, ["three"]],
  ["lt or null", { op: "lt", column: "weight", value: 1, orNull: true }, ["three", "four"]],
  ["lte of a date", { op: "lte", column: "due", value: "2030-01-01T00:00:00.000Z" }, ["one"]],
  ["between", { op: "between", column: "weight", from: -3, to: 1 }, ["one", "three"]],
  ["in", { op: "in", column: "name", values: ["one", "four", "x"] }, ["one", "four"]],
  ["in of nothing", { op: "in", column: "name", values: [] }, []],
  ["in of e-mails", { op: "in", column: "contact", values: ["BOB@example.org"] }, ["two"]],
  ["notIn", { op: "notIn", column: "weight", values: [1, 2.5, 7] }, ["three"]],
  ["notIn of nothing", { op: "notIn", column: "weight", values: [] }, ["one", "two", "three"]],
  ["contains", { op: "contains", column: "notes", value: "PLAIN" }, ["two"]],
  ["contains beyond ASCII", { op: "contains", column: "notes", value: "äpfel" }, ["one"]],
  [
    "contains what lower-cases to ASCII",
    { op: "contains", column: "notes", value: "Kelvin" },
    ["three"],
  ],
  ["contains nothing special", { op: "contains", column: "notes", value: "%_" }, ["three"]],
  [
    "contains the empty text",
    { op: "contains", column: "notes", value: "" },
    ["one", "two", "three"],
  ],
  ["notContains", { op: "notContains", column: "notes", value: "TEXT" }, ["one", "three"]],
  ["startsWith", { op: "startsWith", column: "notes", value: "STRAß" }, ["one"]],
  [
    "startsWith the empty text",
    { op: "startsWith", column: "notes", value: "" },
    ["one", "two", "three"],
  ],
  ["endsWith", { op: "endsWith", column: "notes", value: "Äpfel" }, ["one"]],
  [
    "endsWith the empty text",
    { op: "endsWith", column: "notes", value: "" },
    ["one", "two", "three"],
  ],
  ["endsWith more than there is", { op: "endsWith", column: "notes", value: "a plain text" }, []],
  ["isNull", { op: "isNull", column: "weight" }, ["four"]],
  ["notNull", { op: "notNull", column: "weight" }, ["one", "two", "three"]],
  ["hasAny", { op: "hasAny", column: "boxes", values: [ids.small, ids.none] }, ["one"]],
  ["hasAny of nothing", { op: "hasAny", column: "boxes", values: [] }, []],
  ["hasAll", { op: "hasAll", column: "boxes", values: [ids.large, ids.small, ids.large] }, ["one"]],
  ["hasAll of nothing", { op: "hasAll", column: "boxes", values: [] }, ["one", "two", "three"]],
  ["hasNone", { op: "hasNone", column: "boxes", values: [ids.small] }, ["two", "three"]],
  ["hasNone of nothing", { op: "hasNone", column: "boxes", values: [] }, ["one", "two", "three"]],
  ["isEmpty", { op: "isEmpty", column: "boxes" }, ["three", "four"]],
  ["notEmpty", { op: "notEmpty", column: "boxes" }, ["one", "two"]],
  ["hasAny of texts", { op: "hasAny", column: "words", values: ["blue", "green"] }, ["one"]],
  ["hasAll of texts", { op: "hasAll", column: "words", values: ["red", "blue"] }, ["one"]],
  ["hasNone of texts", { op: "hasNone", column: "words", values: ["blue"] }, ["two"]],
  ["jsonEquals text", { op: "jsonEquals", column: "data", path: ["region"], value: "eu" }, ["one"]],
  ["jsonEquals number", { op: "jsonEquals", column: "data", path: ["region"], value: 1 }, ["two"]],
  [
    "jsonEquals keeps types apart",
    { op: "jsonEquals", column: "data", path: ["region"], value: "1" },
    [],
  ],
  [
    "jsonEquals boolean",
    { op: "jsonEquals", column: "data", path: ["flag"], value: true },
    ["one"],
  ],
  [
    "jsonEquals null, also where there is no such key",
    { op: "jsonEquals", column: "data", path: ["none"], value: null },
    ["one", "two", "three", "four"],
  ],
  [
    "jsonEquals null, not where the key holds something",
    { op: "jsonEquals", column: "data", path: ["flag"], value: null },
    ["three", "four"],
  ],
  [
    "jsonEquals list",
    { op: "jsonEquals", column: "data", path: ["list"], value: [1, "x"] },
    ["one"],
  ],
  [
    "jsonEquals of odd keys",
    { op: "jsonEquals", column: "data", path: ["deep", "a.b", '"'], value: 1 },
    ["one"],
  ],
  [
    "jsonEquals takes no index",
    { op: "jsonEquals", column: "data", path: ["deep", "0"], value: "eu" },
    [],
  ],
  ["related", { op: "related", column: "boxId", to: "test-box", filter: small }, ["one"]],
  [
    "related of related",
    {
      op: "related",
      column: "boxId",
      to: "test-box",
      filter: {
        op: "related",
        column: "shelfId",
        to: "test-box",
        filter: { op: "gt", column: "size", value: 5 },
      },
    },
    ["one"],
  ],
  [
    "related within projects",
    { op: "related", column: "boxId", to: "test-box", filter: small, projects: [there] },
    [],
  ],
  [
    "related to a person",
    { op: "related", column: "ownerId", to: "user", filter: { op: "notNull", column: "name" } },
    ["one"],
  ],
  [
    "related to the project",
    {
      op: "related",
      column: "projectId",
      to: "project",
      filter: { op: "eq", column: "name", value: "Here" },
    },
    ["one", "two", "three", "four"],
  ],
  [
    "not holds for null",
    { op: "not", filter: { op: "eq", column: "weight", value: 1 } },
    ["two", "three", "four"],
  ],
  [
    "and",
    {
      op: "and",
      filters: [
        { op: "gt", column: "weight", value: 0 },
        { op: "eq", column: "isOpen", value: true },
      ],
    },
    ["one"],
  ],
  [
    "or",
    {
      op: "or",
      filters: [
        { op: "isNull", column: "weight" },
        { op: "eq", column: "weight", value: 1 },
      ],
    },
    ["one", "four"],
  ],
  ["an empty and", { op: "and", filters: [] }, ["one", "two", "three", "four"]],
  ["an empty or", { op: "or", filters: [] }, []],
  ["eq of a relation", { op: "eq", column: "boxId", value: ids.small }, ["one"]],
  [
    "in of a relation",
    { op: "in", column: "boxId", values: [ids.small, ids.foreign, ids.none] },
    ["one", "two", "three"],
  ],
  ["null of a relation", { op: "isNull", column: "boxId" }, ["four"]],
])("%s", async (_, filter, expected) => {
  for (const projects of ["all", [here], [here, there]] as const) {
    const ask = { projects, filter };
    const found = await store.reader.find(thing, {
      ...ask,
      sort: [{ column: "_id", direction: "asc" }],
    });
    expect(found.map(({ name }) => name)).toEqual(expected);
    expect(await store.reader.count(thing, ask)).toBe(expected.length);
    const complement = await store.reader.find(thing, { projects, filter: { op: "not", filter } });
    expect(complement.length).toBe(things.length - expected.length);
  }
  expect(await store.reader.count(thing, { projects: [there], filter })).toBe(0);
  expect(await store.reader.find(thing, { projects: [], filter })).toEqual([]);
});

test("a demand on the project in the filter narrows it and never widens it", async () => {
  const filter: Filter = { op: "eq", column: "projectId", value: here };
  expect(await store.reader.count(thing, { projects: "all", filter })).toBe(4);
  expect(await store.reader.count(thing, { projects: [here, there], filter })).toBe(4);
  expect(await store.reader.count(thing, { projects: [there], filter })).toBe(0);
  const either: Filter = { op: "in", column: "projectId", values: [here, there] };
  expect(await store.reader.count(box, { projects: "all", filter: either })).toBe(3);
  expect(await store.reader.find(box, { projects: [there], filter: either })).toHaveLength(1);
});

test("projects and people are visible to callers who share them", async () => {
  const names = async (resource: Resource, projects: readonly string[]) =>
    (await store.reader.find(resource, { projects })).map(({ name }) => name);
  expect(await names(space, [here])).toEqual(["Here"]);
  expect(await names(person, [here])).toEqual(["Ann"]);
  expect(await names(person, [there])).toEqual(["Bob"]);
  expect(await store.reader.count(person, { projects: [here] })).toBe(1);
  expect(await store.reader.count(person, { projects: "all" })).toBe(2);
});

// Lists of projects below and above the lengths that become one parameter.
test.each([
  [100, 50],
  [600, 50],
  [3_000, 50],
  [20_000, 1],
])("a member of %i projects may use %i conditions", async (count, conditions) => {
  const others = Array.from({ length: count - 1 }, () => newId());
  const projects = [...others, here];
  const many = (filter: Filter): Filter => ({
    op: "or",
    filters: Array.from({ length: conditions }, () => filter),
  });
  const related = { to: "test-box", column: "name", projects };
  const found = async (resource: Resource, filter: Filter, sort: readonly SortKey[] = []) => {
    const rows = await store.reader.find(resource, { projects, filter, sort });
    expect(await store.reader.count(resource, { projects, filter })).toBe(rows.length);
    return rows.map(({ name }) => name);
  };
  const beside = { op: "related", column: "boxId", to: "test-box", filter: small } as const;
  const sort = [{ column: "boxId", related, direction: "asc" }] as const;
  expect(await found(thing, many({ ...beside, projects }), sort)).toEqual(["one"]);
  expect(await found(thing, many({ ...beside, projects: others }), sort)).toEqual([]);
  const holding = { op: "referred", from: "test-thing", by: "boxId" } as const;
  expect(await found(box, many({ ...holding, projects }))).toEqual(["small"]);
  expect(await found(box, many({ ...holding, projects: others }))).toEqual([]);
  const values = [ids.small, ...Array.from({ length: 499 }, () => newId())];
  expect(await found(thing, many({ op: "hasAny", column: "boxes", values }))).toEqual(["one"]);
  expect(await found(thing, many({ op: "hasAll", column: "boxes", values }))).toEqual([]);
  expect(await found(person, many({ op: "notNull", column: "name" }))).toEqual(["Ann"]);
  expect(await found(space, many({ op: "notNull", column: "name" }))).toEqual(["Here"]);
});

test("names that no definition has never reach SQL", async () => {
  const filter: Filter = { op: "eq", column: '"; drop table test_thing; --', value: 1 };
  await expect(store.reader.find(thing, { projects: "all", filter })).rejects.toThrow(
    "has no column",
  );
  const columns = ["_id", "constructor"];
  await expect(store.reader.find(thing, { projects: "all", columns })).rejects.toThrow(
    "has no column",
  );
});

test("any key of a JSON field can be compared with any value, by type", async () => {
  const apart = await openTestStore();
  const one = row();
  await apart.write((writer) => writer.insert(thing, one));
  // Queries hold no NUL, which is refused earlier.
  const text = fc.string({ unit: "binary", maxLength: 8 }).map((one) => one.replaceAll("\0", ""));
  const value = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
  const path = fc.array(text, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(path, value, value, async (keys, stored, other) => {
      const data = keys.reduceRight<JsonValue>((inner, key) => objectOf(key, inner), stored);
      await apart.write((writer) => writer.update(thing, String(one["_id"]), { data }, everywhere));
      const equals = (against: JsonValue): Filter => ({
        op: "jsonEquals",
        column: "data",
        path: keys,
        value: against,
      });
      expect(await apart.reader.count(thing, { ...everywhere, filter: equals(stored) })).toBe(1);
      const same = stored === other ? 1 : 0;
      expect(await apart.reader.count(thing, { ...everywhere, filter: equals(other) })).toBe(same);
    }),
    { numRuns: chosenDatabase() === "postgres" ? 60 : 300 },
  );
  await apart.close();
});

const everywhere = { projects: "all" } as const;

/** Also makes `__proto__` an own key. */
function objectOf(key: string, value: JsonValue): JsonObject {
  return Object.fromEntries([[key, value]]);
}

test("text operators find the matches in lower-cased text, and nothing else", async () => {
  const apart = await openTestStore();
  const one = row();
  await apart.write((writer) => writer.insert(thing, one));
  const letters = fc.constantFrom(..."aAbBkK\u212aßẞİıΣσςäÄ\u{1F600}%_ ");
  const text = fc.string({ unit: letters, maxLength: 6 });
  const holds = {
    contains: (whole: string, part: string) => whole.includes(part),
    startsWith: (whole: string, part: string) => whole.startsWith(part),
    endsWith: (whole: string, part: string) => whole.endsWith(part),
  };
  const operator = fc.constantFrom("contains" as const, "startsWith" as const, "endsWith" as const);
  await fc.assert(
    fc.asyncProperty(operator, text, text, async (op, notes, value) => {
      await apart.write((writer) =>
        writer.update(thing, String(one["_id"]), { notes }, everywhere),
      );
      const expected = holds[op](foldCase(notes), foldCase(value)) ? 1 : 0;
      const filter: Filter = { op, column: "notes", value };
      expect(await apart.reader.count(thing, { ...everywhere, filter })).toBe(expected);
    }),
    { numRuns: 400 },
  );
  await apart.close();
});
