import fc from "fast-check";
import type { Field } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { goodValue, requiredBody } from "@/tests/bodies";
import { nameFor } from "./hostile-names";
import { names, raw, values, written } from "./hostile-values";
import { oneIn, pickOne } from "./pick-one";

/** The records that bodies refer to. */
export interface Subject {
  readonly resources: readonly Resource[];
  readonly projectId: string;
}

type Pick = fc.GeneratorValue;

/** Returns a random body for an operation, from valid to hostile. */
export function bodyFor(
  pick: Pick,
  subject: Subject,
  resource: Resource,
  operation: string,
): string {
  if (oneIn(pick, 8)) return pickOne(pick, brokenBodies);
  if (oneIn(pick, 12)) return written(pickOne(pick, values));
  if (oneIn(pick, 15)) return pick(fc.json, { maxDepth: 6 });
  const writes = operation === "create" || operation === "update" || oneIn(pick, 20);
  return written({
    ...(writes && { data: dataPart(pick, subject, resource) }),
    ...(operation === "rotate" && { data: { overlapMinutes: value(pick) } }),
    ...(!writes && {
      select: selectPart(pick, subject, resource),
      query: queryPart(pick, subject, resource),
    }),
    ...(operation === "list" && { sort: sortPart(pick, resource) }),
    ...(oneIn(pick, 8) && { limit: value(pick), skip: value(pick) }),
    ...(oneIn(pick, 8) && { cursor: value(pick), count: value(pick) }),
    ...(oneIn(pick, 20) && { [pickOne(pick, names)]: value(pick) }),
  });
}

const brokenBodies: readonly string[] = [
  ...["", " ", "{", "}", "null", "[]", "1", '"a"', "{}x", "\ufeff{}", "{'a':1}", "{a:1}", "\0"],
  ...['{"data":{}}', '{"data":null}', '{"data":[]}', '{"data":{"name":undefined}}', "NaN"],
  ...['{"query":{"__proto__":{"_id":null}}}', '{"__proto__":{"data":{"name":"x"}}}'],
  ...["[".repeat(100_000), '{"a":'.repeat(50_000), `{"select":${"[".repeat(50)}${"]".repeat(50)}}`],
  ...[
    '{"query":',
    '{"query":"',
    "{\n\n  oops",
    '{"a":"\ud800"}',
    '{"a":"\\ud800"}',
    '{"\\u0000":1}',
  ],
];

const operators = [
  ...["EqualTo", "NotEqual", "GreaterThan", "GreaterThanOrEqual", "LessThan", "LessThanOrEqual"],
  ...["EqualToOrNull", "GreaterThanOrNull", "LessThanOrNull", "InBetween", "Search", "NotContains"],
  ...["StartsWith", "EndsWith", "Includes", "IncludesAll", "IncludesNone", "IsNull", "NotNull"],
  ...["constructor", "__proto__", "", "equalto"],
];

function value(pick: Pick, field?: Field): JsonValue {
  const way = pick(fc.nat, { max: 9 });
  // Each secret costs a slow hash, so they are rare.
  if (field && way < 6 && (field.kind !== "hashed" || oneIn(pick, 10))) {
    const good = goodValue(field, pick(fc.nat, { max: 400 }));
    return way === 5 ? { _type: pick(fc.constantFrom, "ObjectID", "DateTime"), value: good } : good;
  }
  if (way === 9) return pick(fc.jsonValue, { maxDepth: 3 }) as JsonValue;
  return pickOne(pick, values);
}

function several(pick: Pick, resource: Resource, make: (name: string) => JsonValue): JsonValue {
  const count = pickOne(pick, [0, 1, 1, 1, 1, 2, 2, 3, 4]);
  return Object.fromEntries(
    Array.from({ length: count }, () => {
      const one = nameFor(pick, resource);
      return [one, make(one)];
    }),
  );
}

function fieldOf(resource: Resource, by: string): Field | undefined {
  return shapeOf(resource).byName.get(by)?.column.field;
}

function condition(
  pick: Pick,
  subject: Subject,
  field: Field | undefined,
  depth: number,
): JsonValue {
  const way = pick(fc.nat, { max: 9 });
  const related = subject.resources.find(({ path }) => path === field?.to);
  if (related && way < 3 && depth < 7) return queryPart(pick, subject, related, depth + 1);
  if (way > 5) return value(pick, field);
  const operand = () => (oneIn(pick, 3) ? [value(pick, field), null] : value(pick, field));
  const _type = pickOne(pick, operators);
  if (_type === "InBetween") return { _type, startValue: operand(), endValue: operand() };
  return { _type, value: operand() };
}

function queryPart(pick: Pick, subject: Subject, resource: Resource, depth = 0): JsonValue {
  if (oneIn(pick, 12)) return pickOne(pick, values);
  const plain = several(pick, resource, (one) =>
    condition(pick, subject, fieldOf(resource, one), depth),
  );
  if (depth > 6 || !oneIn(pick, 4)) return plain;
  const inner = queryPart(pick, subject, resource, depth + 1);
  const branch = pick(fc.constantFrom, "_and", "_or", "_not");
  return { [branch]: branch === "_not" || oneIn(pick, 9) ? inner : [inner, plain] };
}

function selectPart(pick: Pick, subject: Subject, resource: Resource): JsonValue {
  if (oneIn(pick, 12)) return pickOne(pick, values);
  return several(pick, resource, (one) => {
    const related = subject.resources.find(({ path }) => path === fieldOf(resource, one)?.to);
    if (oneIn(pick, 12)) return pickOne(pick, values);
    return related && oneIn(pick, 2) ? several(pick, related, () => true) : !oneIn(pick, 6);
  });
}

function sortPart(pick: Pick, resource: Resource): JsonValue {
  if (oneIn(pick, 12)) return pickOne(pick, values);
  return several(pick, resource, () =>
    pick(fc.constantFrom, 1, -1, "ASC", "desc", 0, null, "1", "up; --", raw("-0")),
  );
}

function dataPart(pick: Pick, subject: Subject, resource: Resource): JsonValue {
  if (oneIn(pick, 15)) return pickOne(pick, values);
  const some = several(pick, resource, (one) => value(pick, fieldOf(resource, one)));
  if (oneIn(pick, 3)) return some;
  const { password: _, ...whole } = requiredBody(
    resource,
    subject.projectId,
    pick(fc.nat, { max: 400 }),
  );
  return oneIn(pick, 2) ? whole : { ...whole, ...(some as object) };
}
