import { availableColumns, defaultColumns } from "@/components/resource/list/columns/list-columns";
import { resourceAt } from "@/lib/resources/index";
import { comparedColumn, isKeyed } from "@/lib/schema/filter-text/condition-target";
import { type Condition, filterTests, type Test } from "@/lib/schema/filter-text/model";
import { testsOf, usualTestsOf } from "@/lib/schema/filter-text/tests-by-kind";
import { readValue } from "@/lib/schema/filter-text/values";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";

/** Returns the columns that can be filtered. */
export function filterColumns(resource: Resource): readonly Column[] {
  const usual = defaultColumns(resource);
  const others = availableColumns(resource).filter((column) => !usual.includes(column));
  return [...usual, ...others].filter(({ field }) => testsOf(field).length > 0);
}

/** Returns the column most used as a filter: a state, a severity, or another relation. */
export function defaultColumn(columns: readonly Column[]): Column | undefined {
  return columns.find(({ field }) => field.to !== undefined) ?? columns[0];
}

/** Returns a condition on a column with its first operator. */
export function newCondition(column: Column | undefined): Condition | undefined {
  const tests = column ? usualTestsOf(column.field) : [];
  const [first] = tests;
  if (!column || !first) return undefined;
  const wanted = column.field.words ? ["is" as const, ...preferred] : preferred;
  const test = wanted.find((one) => tests.includes(one)) ?? first;
  return { kind: "condition", column: column.name, test, values: fitValues(test, []) };
}

const preferred: readonly Test[] = ["contains", "is", "filled"];

/** Returns the error of an incomplete condition, or undefined. */
export function conditionError(
  resource: Resource,
  draft: Condition,
  me: string,
): string | undefined {
  const { test, values, path } = draft;
  const taken = filterTests[test].takes;
  if (path?.some((part) => part === "")) return "needs a name";
  if (taken !== "none" && values.length === 0) return "needs a value";
  if (taken !== "many" && values.includes("")) return "needs a value";
  if (isKeyed(resource, draft)) return undefined;
  const column = comparedColumn(resource, draft, resourceAt);
  if (!column) return "does not exist";
  const reader = { me, now: Date.now() };
  for (const value of values) {
    const read = readValue(column.field, value, reader);
    if ("problem" in read) return read.problem;
  }
  return undefined;
}

/** Cuts the values to the number that a test takes. */
export function fitValues(test: Test, values: readonly string[]): readonly string[] {
  const [first = "", second = ""] = values;
  return { none: [], one: [first], two: [first, second], many: values.filter(Boolean) }[
    filterTests[test].takes
  ];
}
