import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import type { FilterNode, Test } from "./model";

/**
 * Returns the filter equivalent to a query of the API. Supports the queries that the API itself
 * hands out: values, lists of values, comparisons, `_and`, and one related record. Leaves out
 * `projectId`, which the page implies. Returns undefined if nothing remains.
 */
export function filterFromQuery(query: JsonObject): FilterNode | undefined {
  const parts = Object.entries(query).flatMap(([name, value]) => partsOf(name, value));
  const [only] = parts;
  return parts.length > 1 ? { kind: "and", parts } : only;
}

function partsOf(name: string, value: JsonValue): readonly FilterNode[] {
  if (name === "projectId") return [];
  if (name === "_and" && Array.isArray(value)) {
    return value.flatMap((one: JsonValue) =>
      isJsonObject(one) ? Object.entries(one).flatMap(([key, inner]) => partsOf(key, inner)) : [],
    );
  }
  if (value === null) return [condition(name, "empty")];
  if (isJsonObject(value)) return compared(name, value);
  return [condition(name, "is", ...(Array.isArray(value) ? value : [value]))];
}

function condition(column: string, test: Test, ...values: readonly JsonValue[]): FilterNode {
  return { kind: "condition", column, test, values: values.map(String) };
}

function compared(name: string, query: JsonObject): readonly FilterNode[] {
  const { _type: type, value = "", startValue = "", endValue = "" } = query;
  if (type === undefined) return within(name, query);
  if (type === "NotNull") return [condition(name, "filled")];
  if (type === "InBetween") return [condition(name, "between", startValue, endValue)];
  const test = tests[String(type)];
  return test ? [condition(name, test, value)] : [];
}

/** Returns the conditions on a related record. */
function within(name: string, query: JsonObject): readonly FilterNode[] {
  return Object.entries(query).flatMap(([inner, value]) =>
    partsOf(inner, value).map((part) =>
      part.kind === "condition" ? { ...part, column: `${name}Id`, path: [part.column] } : part,
    ),
  );
}

const tests: Readonly<Partial<Record<string, Test>>> = {
  EqualTo: "is",
  GreaterThan: "above",
  GreaterThanOrEqual: "atLeast",
  LessThan: "below",
  LessThanOrEqual: "atMost",
  Search: "contains",
};
