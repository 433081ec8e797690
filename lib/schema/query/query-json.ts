import type { Filter, JsonComparison } from "@/lib/schema/filter";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Column } from "@/lib/schema/shape";
import { toUtcDate } from "@/lib/schema/values/dates";
import { type OperatorName, operators } from "@/lib/schema/values/operators";
import { isStorable } from "@/lib/schema/values/text-checks";
import type { QueryPlace } from "./query-place";

/**
 * Reads tests on keys of a JSON field: `{"region": "eu", "owner": {"team": "core"}}`, and comparisons
 * of numbers and dates, `{"customers": {"_type": "GreaterThan", "value": 500}}`.
 */
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
    const comparison = keyComparison(column, path, value, inner);
    if (comparison) return comparison;
    if (isJsonObject(value)) return keyConditions(column, value, path, inner);
    return [keyCondition(column, path, value, inner)];
  });
}

const comparisons: ReadonlyMap<JsonValue, readonly (readonly [JsonComparison, operand: string])[]> =
  new Map([
    ["GreaterThan", [["gt", "value"]]],
    ["GreaterThanOrEqual", [["gte", "value"]]],
    ["LessThan", [["lt", "value"]]],
    ["LessThanOrEqual", [["lte", "value"]]],
    [
      "InBetween",
      [
        ["gte", "startValue"],
        ["lte", "endValue"],
      ],
    ],
  ]);

const operationsOfKeys =
  'must be compared with a value, an array of values, or EqualTo, GreaterThan, GreaterThanOrEqual, LessThan or LessThanOrEqual with "value", or InBetween with "startValue" and "endValue"';
const operatorNames: readonly OperatorName[] = Object.values(operators).flat();
const operands: readonly string[] = ["_type", "value", "startValue", "endValue"];

/** Returns true for an operator with operands and nothing else. Other objects hold keys to test. */
function isOperation(value: JsonObject): boolean {
  const isNamed = operatorNames.some((name) => name === value._type);
  const names = Object.keys(value);
  return isNamed && names.length > 1 && names.every((key) => operands.includes(key));
}

/** Reads an operator on a key. Undefined for other values, which are keys. */
function keyComparison(
  column: Column,
  path: readonly string[],
  value: JsonValue,
  place: QueryPlace,
): Filter[] | undefined {
  if (!isJsonObject(value) || !isOperation(value)) return undefined;
  if (value._type === "EqualTo" && value.value !== undefined && !isJsonObject(value.value)) {
    return [keyCondition(column, path, value.value, place)];
  }
  const wanted = comparisons.get(value._type ?? null);
  const given = wanted?.map(([, operand]) => value[operand]) ?? [];
  if (!wanted || given.includes(undefined)) {
    place.refuse(operationsOfKeys);
    return [];
  }
  const type = typeof given[0];
  if (!given.every((one) => typeof one === type && isOrdered(one))) {
    place.refuse("must be compared with a number or an ISO 8601 date, such as 2026-01-31");
    return [];
  }
  return wanted.map(([compare, operand]) => {
    place.reading.conditions += 1;
    const against = value[operand];
    return {
      ...{ op: "jsonCompare", column: column.name, path, compare },
      value: typeof against === "number" ? against : String(against),
    };
  });
}

function isOrdered(value: JsonValue | undefined): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" && toUtcDate(value) !== undefined;
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
