import type { Field } from "@/lib/schema/field";
import { kindOf } from "@/lib/schema/kinds/index";
import { filterTests, type Test } from "./model";

const all = Object.keys(filterTests) as readonly Test[];

/** Returns the tests that a field supports. */
export function testsOf(field: Field): readonly Test[] {
  const { operators } = kindOf(field);
  return all.filter((test) => operators.includes(filterTests[test].operator));
}

/** Returns the tests to offer first. Texts are rarely compared by order. */
export function usualTestsOf(field: Field): readonly Test[] {
  const supported = testsOf(field);
  const isText = supported.includes("contains");
  return isText ? supported.filter((test) => !bySize.has(test)) : supported;
}

const bySize: ReadonlySet<Test> = new Set([
  "above",
  "atLeast",
  "below",
  "atMost",
  "between",
] satisfies Test[]);
