/** What a condition asks of a field. */
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

/** One thing asked of one column. Values are as they are written: relations by id, dates absolute or relative. */
export interface Condition {
  readonly kind: "condition";
  readonly column: string;
  /** What lies within the column: a column of the record it refers to, or the keys that lead into its JSON. */
  readonly path?: readonly string[];
  readonly test: Test;
  readonly values: readonly string[];
}

/** A filter as people make it: conditions, all or any of several, or the opposite of one. */
export type FilterNode =
  | Condition
  | { readonly kind: "and" | "or"; readonly parts: readonly FilterNode[] }
  | { readonly kind: "not"; readonly part: FilterNode };

/** How many values a test takes. */
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

/** The sign of each test between a name and its values. Those without a sign are written in words of their own. */
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

/** The names that fields have in the text of a filter, and the columns they stand for. */
export interface Vocabulary {
  /** From any name a person may use, in lower case, to a column. */
  readonly columnOf: ReadonlyMap<string, string>;
  /** From a column to the one name it is printed under. */
  readonly nameOf: ReadonlyMap<string, string>;
  /** The names within a column: those of the resource it refers to, any "keys", or none. */
  readonly within?: (column: string) => Vocabulary | "keys" | undefined;
}

/** What is wrong with the text of a filter, and where, in characters from its beginning. */
export interface TextFault {
  readonly at: number;
  readonly message: string;
}
