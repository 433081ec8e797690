import { availableColumns, defaultColumns } from "@/components/resource/list/columns/list-columns";
import { serverTime } from "@/lib/client/device/server-time";
import { resourceAt } from "@/lib/resources/index";
import { comparedColumn, isKeyed } from "@/lib/schema/filter-text/condition-target";
import { type Condition, filterTests, type Test } from "@/lib/schema/filter-text/model";
import { isOnOwners, ownerColumnOf } from "@/lib/schema/filter-text/owners";
import { testsOf, usualTestsOf } from "@/lib/schema/filter-text/tests-by-kind";
import { type Reader, readKeyBound, readValue } from "@/lib/schema/filter-text/values";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";

/** Returns the columns that can be filtered. */
export function filterColumns(resource: Resource): readonly Column[] {
  const usual = defaultColumns(resource);
  const owner = ownerColumnOf(resource);
  const others = availableColumns(resource).filter((column) => !usual.includes(column));
  return [...usual, ...(owner ? [owner] : []), ...others].filter(
    ({ field }) => testsOf(field).length > 0,
  );
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
  const reader = { me, now: serverTime() };
  if (isKeyed(resource, draft)) return keyError(draft, reader);
  return valuesError(resource, draft, reader);
}

/** Returns the error of a value that the column cannot be compared with. */
function valuesError(resource: Resource, draft: Condition, reader: Reader): string | undefined {
  const column = comparedColumn(resource, draft, resourceAt);
  if (!column) return "does not exist";
  for (const value of draft.values) {
    if (value === "none" && isOnOwners(resource, draft)) continue;
    const read = readValue(column.field, value, reader);
    if ("problem" in read) return read.problem;
  }
  return undefined;
}

/** Returns the error of a comparison of a JSON key. */
function keyError({ test, values }: Condition, reader: Reader): string | undefined {
  if (filterTests[test].takes === "many") return undefined;
  const bounds = values.map((value, place) => readKeyBound(test, value, place, reader));
  return bounds.find((bound) => typeof bound === "object")?.problem;
}

/** Cuts the values to the number that a test takes. */
export function fitValues(test: Test, values: readonly string[]): readonly string[] {
  const [first = "", second = ""] = values;
  return { none: [], one: [first], two: [first, second], many: values.filter(Boolean) }[
    filterTests[test].takes
  ];
}
