import fc from "fast-check";
import type { ApiRequest } from "@/lib/http/message/request-response";
import type { Field } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import type { OperatorName } from "@/lib/schema/values/operators";
import { fullBody, goodValue, requiredBody } from "@/tests/bodies";
import type { World } from "./fuzz-requests";
import { pickOne } from "./pick-one";

type Pick = fc.GeneratorValue;

/** Returns a random, mostly valid request. Its reads and writes are where engines may differ. */
export function likelyRequest(pick: Pick, world: World): ApiRequest {
  const resource = pickOne(pick, world.resources);
  const ways = resource.operations.includes("create") ? actions : actions.slice(0, 6);
  const { method, path, body } = pickOne(pick, ways)(pick, world, resource);
  const key = pickOne(pick, world.keys.slice(0, 3));
  return {
    method,
    path: `/api/${resource.path}${path}`,
    query: "",
    headers: { "content-type": "application/json", apikey: key },
    body: JSON.stringify(body),
  };
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: JsonValue;
}

type Action = (pick: Pick, world: World, resource: Resource) => Asked;

const list: Action = (pick, world, resource) => ({
  method: "POST",
  path: "/get-list",
  body: {
    query: query(pick, world, resource, 2),
    ...(pick(fc.nat, { max: 1 }) === 0 && { sort: sort(pick, resource) }),
    limit: pickOne(pick, [1, 3, 10, 100]),
    skip: pickOne(pick, [0, 0, 0, 1, 5]),
  },
});

const count: Action = (pick, world, resource) => ({
  method: "POST",
  path: "/count",
  body: { query: query(pick, world, resource, 2) },
});

const get: Action = (pick, world, { path }) => ({
  method: "POST",
  path: `/${idOf(pick, world, path)}/get-item`,
  body: {},
});

const create: Action = (pick, world, resource) => {
  const number = pick(fc.nat, { max: 400 });
  const make = pickOne(pick, [fullBody, requiredBody]);
  const { password: _, ...data } = make(resource, world.projectId, number);
  return { method: "POST", path: "", body: { data: { ...data, ...patch(pick, world, resource) } } };
};

const update: Action = (pick, world, resource) => ({
  method: "PUT",
  path: `/${idOf(pick, world, resource.path)}`,
  body: { data: patch(pick, world, resource) },
});

const remove: Action = (pick, world, { path }) => ({
  method: "DELETE",
  path: `/${idOf(pick, world, path)}`,
  body: {},
});

const actions: readonly Action[] = [
  ...[list, list, list, count, get, get],
  ...[create, create, create, update, update, update, remove],
];

/** Returns the id of an existing record, if there is one. */
function idOf(pick: Pick, { ids }: World, path: string): string {
  const known = ids.get(path) ?? [];
  return known.length > 0 ? pickOne(pick, known) : "00000000-0000-0000-0000-000000000000";
}

function patch(pick: Pick, world: World, resource: Resource): Record<string, JsonValue> {
  const some = Array.from({ length: pick(fc.nat, { max: 3 }) }, () => {
    const { name, field } = pickOne(pick, shapeOf(resource).columns);
    const skipped = field.kind === "hashed" || name === "projectId" || name === "_id";
    return skipped ? [] : [[name, value(pick, world, field)] as const];
  });
  return Object.fromEntries(some.flat());
}

function value(pick: Pick, world: World, field: Field): JsonValue {
  const ids = field.to === undefined ? undefined : world.ids.get(field.to);
  if (ids && ids.length > 0 && field.kind === "relation") return pickOne(pick, ids);
  if (ids && ids.length > 0 && field.kind === "relationList") return [pickOne(pick, ids)];
  const odd = oddValues[field.kind];
  return odd && pick(fc.nat, { max: 1 }) === 0
    ? pickOne(pick, odd)
    : goodValue(field, pick(fc.nat, { max: 60 }));
}

const words: readonly JsonValue[] = [
  ...["Ä", "ä", "ΑΣ", "ας", "İ", "i̇", "ẞ", "ß", "K", "Ǆ", "a", "B", "_", "%", "\\", "é", "e\u0301"],
  ...[
    "ﬀ",
    "𐐀",
    "𐐨",
    "💥",
    "\uffff",
    " lead",
    "trail ",
    "a b",
    "\u001a",
    "\u001a1",
    "'",
    '"',
    "Z",
    "z",
  ],
];

const json: readonly JsonValue[] = [
  ...[null, true, 0, -1.5, 1e21, 1e-7, "", "x", [], {}, [1, [2, { a: null }]]],
  ...[{ a: 1 }, { a: "1" }, { a: null }, { a: { b: "\0" } }, { a: "\ud800" }, { "\u001a": 1 }],
  ...[{ "\0": 1 }, { a: [1, 2] }, { a: [] }, { "a.b": 1 }, { b: 1, a: 1 }, { a: "\u001a0" }],
];

const oddValues: Readonly<Partial<Record<Field["kind"], readonly JsonValue[]>>> = {
  text: words,
  longText: words,
  veryLongText: words,
  markdown: words,
  slug: words,
  number: [0, -0, 1e308, 5e-324, 0.1, 2 ** 53, -1],
  smallNumber: [0, 1, 2, 3, 32_767, -32_768],
  json,
  date: ["0001-01-01", "9999-12-31T23:59:59.999Z", "2026-01-01T00:00:00+14:00", "2026-01-07"],
  textList: [[], ["a"], ["A", "a", "b"], ["ä"], ["\u001a"]],
  file: ["0190A000-0000-7000-8000-0000000000FF", []],
};

function query(pick: Pick, world: World, resource: Resource, depth: number): JsonValue {
  const parts = Array.from({ length: pickOne(pick, [0, 1, 1, 2]) }, () => {
    const { name, field } = pickOne(pick, shapeOf(resource).columns);
    return [name, condition(pick, world, field, depth)] as const;
  });
  const plain = Object.fromEntries(parts.filter(([, part]) => part !== undefined));
  if (depth === 0 || pick(fc.nat, { max: 4 }) > 0) return plain;
  const inner = () => query(pick, world, resource, depth - 1);
  return pickOne(pick, [{ _not: inner() }, { _or: [inner(), plain] }, { _and: [plain, inner()] }]);
}

function condition(pick: Pick, world: World, field: Field, depth: number): JsonValue {
  const related = world.resources.find(({ path }) => path === field.to);
  if (related && field.kind === "relation" && depth > 0 && pick(fc.nat, { max: 2 }) === 0) {
    return query(pick, world, related, depth - 1);
  }
  const key = pickOne(pick, ["a", "b", "a.b", "\u001a"]);
  if (field.kind === "json" && pick(fc.nat, { max: 2 }) > 0) return { [key]: pickOne(pick, keyed) };
  const names = kindOf(field).operators;
  if (names.length === 0) return { _type: "IsNull" };
  const _type: OperatorName = pickOne(pick, names);
  const one = () => operand(pick, world, field);
  if (_type === "InBetween") return { _type, startValue: one(), endValue: one() };
  return { _type, value: _type.startsWith("Includes") ? [one(), one()] : one() };
}

function operand(pick: Pick, world: World, field: Field): JsonValue {
  if (field.kind === "smallNumber") return pickOne(pick, [1, 1.5, 2, -1e300, 1e300]);
  const found = value(pick, world, field);
  return Array.isArray(found) ? (found[0] ?? "a") : found;
}

const keyed: readonly JsonValue[] = [1, "1", null, "x", true, [1, 2], { b: "x" }, "\u001a0", 1e21];

function sort(pick: Pick, resource: Resource): JsonValue {
  const keys = Array.from({ length: pickOne(pick, [1, 2]) }, () => {
    const { name } = pickOne(pick, shapeOf(resource).columns);
    return [name, pickOne(pick, [1, -1])] as const;
  });
  return Object.fromEntries(keys);
}
