import type { Filter } from "@/lib/schema/filter";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Column } from "@/lib/schema/shape";
import { isStorable } from "@/lib/schema/values/text-checks";
import type { QueryPlace } from "./query-place";

/** Reads equality tests on keys of a JSON field: `{"region": "eu", "owner": {"team": "core"}}`. */
export function jsonCondition(
  column: Column,
  keys: JsonObject,
  place: QueryPlace,
): Filter | undefined {
  if (!kindOf(column.field).hasKeys) {
    return place.refuse(
      'must be compared with a value, an array, null or {"_type": …, "value": …}',
    );
  }
  const filters = keyConditions(column, keys, [], place);
  return filters.length === 1 ? filters[0] : { op: "and", filters };
}

function keyConditions(
  column: Column,
  keys: JsonObject,
  within: readonly string[],
  place: QueryPlace,
): Filter[] {
  const entries = Object.entries(keys);
  if (entries.length === 0) {
    place.refuse("is compared with an empty object: name at least one key, or leave it out");
  }
  return entries.flatMap(([key, value]) => {
    const path = [...within, key];
    const inner = place.at(key);
    if (!isComparable(key, value)) {
      inner.refuse("must not hold NUL or half of a surrogate pair");
      return [];
    }
    if (isJsonObject(value)) return keyConditions(column, value, path, inner);
    return [keyCondition(column, path, value, inner)];
  });
}

/** Returns false for texts that engines compare differently. */
function isComparable(key: string, value: JsonValue): boolean {
  if (!isStorable(key)) return false;
  if (typeof value === "string") return isStorable(value);
  if (!Array.isArray(value)) return true;
  return value.every((item) => typeof item !== "string" || isStorable(item));
}

function keyCondition(
  column: Column,
  path: readonly string[],
  value: JsonValue,
  place: QueryPlace,
): Filter {
  const equals = (item: JsonValue): Filter => {
    place.reading.conditions += 1;
    return { op: "jsonEquals", column: column.name, path, value: item };
  };
  if (!Array.isArray(value)) return equals(value);
  if (value.some((item) => typeof item === "object" && item !== null)) {
    place.refuse("may be compared with any of several texts, numbers, booleans or nulls only");
  }
  return { op: "or", filters: value.map(equals) };
}
