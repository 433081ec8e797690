import type { FieldKind } from "@/lib/schema/field";
import { type OperatorName, operatorsOf } from "@/lib/schema/kinds/operators";
import type { Test } from "./model";

/** The operators of the API that each test is made of; a kind has the test when it has all of them. */
const made: Readonly<Record<Test, readonly OperatorName[]>> = {
  is: ["Includes"],
  isNot: ["Includes"],
  hasAll: ["IncludesAll"],
  above: ["GreaterThan"],
  atLeast: ["GreaterThanOrEqual"],
  below: ["LessThan"],
  atMost: ["LessThanOrEqual"],
  between: ["InBetween"],
  contains: ["Search"],
  lacks: ["Search"],
  starts: ["StartsWith"],
  ends: ["EndsWith"],
  empty: ["IsNull"],
  filled: ["NotNull"],
};

const all = Object.keys(made) as readonly Test[];

/** The tests that a kind of field can be put to. */
export function testsOf(kind: FieldKind): readonly Test[] {
  return all.filter((test) => made[test].every((name) => operatorsOf[kind].includes(name)));
}

/** The tests worth offering first: texts are rarely compared by size. */
export function usualTestsOf(kind: FieldKind): readonly Test[] {
  const tests = testsOf(kind);
  return tests.includes("contains") ? tests.filter((test) => !bySize.has(test)) : tests;
}

const bySize: ReadonlySet<Test> = new Set([
  "above",
  "atLeast",
  "below",
  "atMost",
  "between",
] satisfies Test[]);
