/** The test that a condition applies to a field. */
export type Test =
  | "is"
  | "isNot"
  | "hasAll"
  | "above"
  | "atLeast"
  | "below"
  | "atMost"
  | "between"
  | "contains"
  | "lacks"
  | "starts"
  | "ends"
  | "empty"
  | "filled";

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

/** The number of values that each test takes. */
export const valuesTaken: Readonly<Record<Test, "none" | "one" | "two" | "many">> = {
  is: "many",
  isNot: "many",
  hasAll: "many",
  above: "one",
  atLeast: "one",
  below: "one",
  atMost: "one",
  between: "two",
  contains: "one",
  lacks: "one",
  starts: "one",
  ends: "one",
  empty: "none",
  filled: "none",
};

/** The sign of each test, written between a name and its values. Tests without a sign use words. */
export const signs = {
  is: ":",
  isNot: "!=",
  hasAll: "*=",
  above: ">",
  atLeast: ">=",
  below: "<",
  atMost: "<=",
  between: ":",
  contains: "~",
  lacks: "!~",
  starts: "^=",
  ends: "$=",
} as const satisfies Partial<Record<Test, string>>;

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
