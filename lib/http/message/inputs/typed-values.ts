import { resourceAt } from "@/lib/resources/index";
import type { Field } from "@/lib/schema/field";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";

/**
 * Returns the `data` of a create or update with typed values (`{_type: "DateTime", value: "…"}`)
 * replaced by their plain values. Responses are plain, so there is no reverse. JSON fields, unknown
 * fields and unknown types stay as they are; later checks report them.
 */
export function unwrapData(resource: Resource, data: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(data)) return data;
  const { byName } = shapeOf(resource);
  return mapObject(data, (value, name) => {
    const field = byName.get(name)?.column.field;
    return field === undefined ? value : unwrapField(field, value);
  });
}

/**
 * Returns a `query` with typed values replaced, including those in operators, lists, `_and`, `_or`,
 * `_not` and queries over related records.
 */
export function unwrapQuery(
  resource: Resource,
  query: JsonValue | undefined,
): JsonValue | undefined {
  return query === undefined ? undefined : unwrapConditions(resource, query);
}

function unwrapConditions(resource: Resource, query: JsonValue): JsonValue {
  if (!isJsonObject(query)) return query;
  const { byName } = shapeOf(resource);
  return mapObject(query, (value, name) => {
    if (combinations.has(name)) return unwrapNested(resource, value);
    const target = byName.get(name);
    if (target === undefined) return value;
    const { field } = target.column;
    const isQuery = target.as === "relation" && isPlainObject(value);
    const related = isQuery ? resourceAt(field.to ?? "") : undefined;
    return related ? unwrapConditions(related, value) : unwrapCondition(field, value);
  });
}

const combinations: ReadonlySet<string> = new Set(["_and", "_or", "_not"]);

function unwrapNested(resource: Resource, value: JsonValue): JsonValue {
  if (!Array.isArray(value)) return unwrapConditions(resource, value);
  return value.map((one: JsonValue) => unwrapConditions(resource, one));
}

/** Converts a value to compare with, or an operator around one or two values. */
function unwrapCondition(field: Field, value: JsonValue): JsonValue {
  const plain = unwrapField(field, value);
  if (!isJsonObject(plain) || typeof plain._type !== "string") return plain;
  return mapObject(plain, (operand, key) =>
    operands.has(key) ? unwrapField(field, operand) : operand,
  );
}

const operands: ReadonlySet<string> = new Set(["value", "startValue", "endValue"]);

function isPlainObject(value: JsonValue): boolean {
  return isJsonObject(value) && value._type === undefined;
}

/** Converts a value of a field. In a JSON field, `_type` is an ordinary key. */
function unwrapField(field: Field, value: JsonValue): JsonValue {
  if (kindOf(field).hasKeys) return value;
  return field.to === undefined ? unwrapValue(value) : unwrapReference(value);
}

const types: ReadonlySet<JsonValue | undefined> = new Set([
  "ObjectID",
  "DateTime",
  "Color",
  "Email",
  "HashedString",
  "URL",
  "Name",
  "Phone",
]);

function unwrapValue(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return mapArray(value, unwrapValue);
  const isTyped = isJsonObject(value) && types.has(value._type) && value.value !== undefined;
  return isTyped ? (value.value ?? null) : value;
}

/** Converts a reference, which may be an object with the id as `{_id}` or `{id}`. */
function unwrapReference(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return mapArray(value, unwrapReference);
  const plain = unwrapValue(value);
  return isJsonObject(plain) && isPlainObject(plain) ? mapObject(plain, unwrapValue) : plain;
}

/** Returns the same array, or a new one if `change` changed a value. */
function mapArray(
  values: readonly JsonValue[],
  change: (value: JsonValue) => JsonValue,
): readonly JsonValue[] {
  const changed = values.map(change);
  return changed.some((value, index) => value !== values[index]) ? changed : values;
}

/** Returns the same object, or a new one without prototype if `change` changed a value. */
function mapObject(
  object: JsonObject,
  change: (value: JsonValue, key: string) => JsonValue,
): JsonObject {
  let changed: Record<string, JsonValue> | undefined;
  for (const [key, value] of Object.entries(object)) {
    const next = change(value, key);
    if (next === value) continue;
    changed ??= Object.assign(Object.create(null), object) as Record<string, JsonValue>;
    changed[key] = next;
  }
  return changed ?? object;
}
