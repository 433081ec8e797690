import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import type { FilterNode, Test } from "./model";

/**
 * Returns the filter equivalent to a query of the API. Supports the queries that the API itself
 * hands out: values, lists of values, comparisons and `_and`. Leaves out `projectId`, which the
 * page implies. Returns undefined if nothing remains.
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
  if (!isJsonObject(value)) {
    const values = (Array.isArray(value) ? value : [value]).map(String);
    return [{ kind: "condition", column: name, test: "is", values }];
  }
  const test = tests[String(value._type)];
  return test ? [{ kind: "condition", column: name, test, values: [String(value.value)] }] : [];
}

const tests: Readonly<Partial<Record<string, Test>>> = {
  EqualTo: "is",
  GreaterThan: "above",
  GreaterThanOrEqual: "atLeast",
  LessThan: "below",
  LessThanOrEqual: "atMost",
  Search: "contains",
};
