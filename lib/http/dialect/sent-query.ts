import { invalid } from "@/lib/errors";
import { resourceAt } from "@/lib/resources/index";
import type { FieldNames } from "@/lib/resources/oneuptime-aliases";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { faultAt } from "@/lib/schema/pointer";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";

/**
 * Returns a `query` or a `sort` as the plain API takes it. A `MultiSearch`, whose key may be any
 * name, becomes `_or` of one `Search` for each of its fields.
 */
export function readConditions(
  resource: Resource,
  query: JsonValue | undefined,
  names: FieldNames,
): JsonValue | undefined {
  if (!isJsonObject(query)) return query;
  // Without a prototype, `__proto__` is a name like others, which the check refuses.
  const own: Record<string, JsonValue> = Object.create(null);
  const all: JsonValue[] = [];
  for (const [sent, value] of Object.entries(query)) {
    const search = searchIn(resource, sent, value, names);
    if (search === undefined) own[names.inward(sent)] = nestedIn(resource, sent, value, names);
    else if (search !== "any") all.push(search);
  }
  if (all.length === 0) return own;
  return { ...own, _and: "_and" in own ? [...all, { _and: own["_and"] ?? null }] : all };
}

function nestedIn(
  resource: Resource,
  name: string,
  value: JsonValue,
  names: FieldNames,
): JsonValue {
  const inside = (one: JsonValue) => readConditions(resource, one, names) ?? null;
  if (combinations.has(name)) return Array.isArray(value) ? value.map(inside) : inside(value);
  const target = shapeOf(resource).byName.get(names.inward(name));
  const isQuery = target?.as === "relation" && isJsonObject(value) && value._type === undefined;
  const related = isQuery ? resourceAt(target.column.field.to ?? "") : undefined;
  return related ? (readConditions(related, value, asSent) ?? null) : value;
}

const combinations: ReadonlySet<string> = new Set(["_and", "_or", "_not"]);
const asSent: FieldNames = { inward: (name) => name, outward: (name) => name };

/**
 * Returns the condition of a `MultiSearch`; "any" for one without a term, undefined for another
 * value. Throws a 400 if none of its fields can be searched.
 */
function searchIn(
  resource: Resource,
  key: string,
  sent: JsonValue,
  names: FieldNames,
): JsonObject | "any" | undefined {
  if (!isJsonObject(sent) || sent._type !== "MultiSearch") return undefined;
  const { value = null, fields = [] } = sent;
  if (value === null || value === "") return "any";
  const listed: readonly JsonValue[] = Array.isArray(fields) ? fields : [fields];
  const searched = listed.filter((name) => typeof name === "string").map(names.inward);
  const { byName } = shapeOf(resource);
  const found = [...new Set(searched)].filter((name) => {
    const field = byName.get(name)?.column.field;
    return field !== undefined && kindOf(field).operators.includes("Search");
  });
  if (found.length > 0)
    return { _or: found.map((name) => ({ [name]: { _type: "Search", value } })) };
  const problem = "must name at least one text field in fields";
  throw invalid([faultAt(["query", key, "fields"], "fields", problem)]);
}
