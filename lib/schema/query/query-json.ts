import type { Filter } from "@/lib/schema/filter";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { faultAt } from "@/lib/schema/pointer";
import type { Column } from "@/lib/schema/shape";
import { isStorable } from "@/lib/schema/values/text-checks";
import type { Path, QueryReading } from "./query";

/** Reads equality tests on keys of a JSON field: `{"region": "eu", "owner": {"team": "core"}}`. */
export function jsonCondition(
  column: Column,
  keys: JsonObject,
  path: Path,
  reading: QueryReading,
): Filter | undefined {
  if (!kindOf(column.field).hasKeys) {
    const problem = 'must be compared with a value, an array, null or {"_type": …, "value": …}';
    reading.faults.push(faultAt(path, String(path.at(-1)), problem));
    return undefined;
  }
  const filters = keyConditions(column, keys, [], path, reading);
  return filters.length === 1 ? filters[0] : { op: "and", filters };
}

function keyConditions(
  column: Column,
  keys: JsonObject,
  within: readonly string[],
  path: Path,
  reading: QueryReading,
): Filter[] {
  const entries = Object.entries(keys);
  if (entries.length === 0) {
    const problem = "is compared with an empty object: name at least one key, or leave it out";
    reading.faults.push(faultAt(path, String(path.at(-1)), problem));
  }
  return entries.flatMap(([key, value]) => {
    const at = [...within, key];
    if (!isComparable(key, value)) {
      const problem = "must not hold NUL or half of a surrogate pair";
      reading.faults.push(faultAt([...path, key], key, problem));
      return [];
    }
    if (isJsonObject(value)) return keyConditions(column, value, at, [...path, key], reading);
    return [keyCondition(column, at, value, [...path, key], reading)];
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
  pointer: Path,
  reading: QueryReading,
): Filter {
  const equals = (item: JsonValue): Filter => {
    reading.conditions += 1;
    return { op: "jsonEquals", column: column.name, path, value: item };
  };
  if (!Array.isArray(value)) return equals(value);
  if (value.some((item) => typeof item === "object" && item !== null)) {
    const problem = "may be compared with any of several texts, numbers, booleans or nulls only";
    reading.faults.push(faultAt(pointer, String(pointer.at(-1)), problem));
  }
  return { op: "or", filters: value.map(equals) };
}
