import type { Field } from "@/lib/schema/field";
import { kindOf } from "@/lib/schema/kinds/index";
import type { OperatorName } from "@/lib/schema/values/operators";
import type { Test } from "./model";

/** The API operators that each test uses. A kind supports a test if it has all of them. */
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

/** Returns the tests that a field supports. */
export function testsOf(field: Field): readonly Test[] {
  const { operators } = kindOf(field);
  return all.filter((test) => made[test].every((name) => operators.includes(name)));
}

/** Returns the tests to offer first. Texts are rarely compared by order. */
export function usualTestsOf(field: Field): readonly Test[] {
  const tests = testsOf(field);
  return tests.includes("contains") ? tests.filter((test) => !bySize.has(test)) : tests;
}

const bySize: ReadonlySet<Test> = new Set([
  "above",
  "atLeast",
  "below",
  "atMost",
  "between",
] satisfies Test[]);
