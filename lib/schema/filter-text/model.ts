import type { OperatorName } from "@/lib/schema/values/operators";

/** The meaning of a test of a condition. */
export interface TestParts {
  /** The API operator. A kind of field supports the test if it has the operator. */
  readonly operator: OperatorName;
  /** The test that matches all other records. */
  readonly negates?: "is" | "contains";
  /** The number of values. */
  readonly takes: "none" | "one" | "two" | "many";
  /** Written between a name and its values. Tests without a sign use words. */
  readonly sign?: string;
}

const table = {
  is: { operator: "Includes", takes: "many", sign: ":" },
  isNot: { operator: "Includes", negates: "is", takes: "many", sign: "!=" },
  hasAll: { operator: "IncludesAll", takes: "many", sign: "*=" },
  above: { operator: "GreaterThan", takes: "one", sign: ">" },
  atLeast: { operator: "GreaterThanOrEqual", takes: "one", sign: ">=" },
  below: { operator: "LessThan", takes: "one", sign: "<" },
  atMost: { operator: "LessThanOrEqual", takes: "one", sign: "<=" },
  between: { operator: "InBetween", takes: "two", sign: ":" },
  contains: { operator: "Search", takes: "one", sign: "~" },
  lacks: { operator: "Search", negates: "contains", takes: "one", sign: "!~" },
  starts: { operator: "StartsWith", takes: "one", sign: "^=" },
  ends: { operator: "EndsWith", takes: "one", sign: "$=" },
  empty: { operator: "IsNull", takes: "none" },
  filled: { operator: "NotNull", takes: "none" },
} as const satisfies Record<string, TestParts>;

/** The test that a condition applies to a field. */
export type Test = keyof typeof table;

/** The operator, sign and number of values of each test. */
export const filterTests: Readonly<Record<Test, TestParts>> = table;

/** One test of one column. Values are as typed: relations by id, dates absolute or relative. */
export interface Condition {
  readonly kind: "condition";
  readonly column: string;
  /** A path within the column: a column of the related record, or keys into its JSON. */
  readonly path?: readonly string[];
  readonly test: Test;
  readonly values: readonly string[];
}

/** A filter as a user writes it: a condition, all or any of several filters, or a negation. */
export type FilterNode =
  | Condition
  | { readonly kind: "and" | "or"; readonly parts: readonly FilterNode[] }
  | { readonly kind: "not"; readonly part: FilterNode };

/** The names of fields in filter text, and their columns. */
export interface Vocabulary {
  /** Column by every accepted name, in lower case. */
  readonly columnOf: ReadonlyMap<string, string>;
  /** The name under which each column is printed. */
  readonly nameOf: ReadonlyMap<string, string>;
  /** The names within a column: those of the related resource, any "keys", or none. */
  readonly within?: (column: string) => Vocabulary | "keys" | undefined;
}

/** An error in filter text, and its position in characters from the start. */
export interface TextFault {
  readonly at: number;
  readonly message: string;
}
