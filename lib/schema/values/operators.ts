/** The operators of a query, by the `_type` clients write. */
export type OperatorName =
  | "EqualTo"
  | "NotEqual"
  | "GreaterThan"
  | "GreaterThanOrEqual"
  | "LessThan"
  | "LessThanOrEqual"
  | "EqualToOrNull"
  | "GreaterThanOrNull"
  | "LessThanOrNull"
  | "InBetween"
  | "Search"
  | "NotContains"
  | "StartsWith"
  | "EndsWith"
  | "Includes"
  | "IncludesAll"
  | "IncludesNone"
  | "IsNull"
  | "NotNull";

/** Operators that only test whether there is a value. */
export const presence: readonly OperatorName[] = ["IsNull", "NotNull"];
/** Operators of values without an order. */
export const equality: readonly OperatorName[] = [
  "EqualTo",
  "NotEqual",
  "EqualToOrNull",
  "Includes",
  "IncludesNone",
  ...presence,
];
/** Operators of values with an order. */
export const order: readonly OperatorName[] = [
  ...equality,
  "GreaterThan",
  "GreaterThanOrEqual",
  "LessThan",
  "LessThanOrEqual",
  "GreaterThanOrNull",
  "LessThanOrNull",
  "InBetween",
];
/** Operators of texts. */
export const words: readonly OperatorName[] = [
  ...order,
  "Search",
  "NotContains",
  "StartsWith",
  "EndsWith",
];
/** Operators of lists. */
export const list: readonly OperatorName[] = [
  "Includes",
  "IncludesAll",
  "IncludesNone",
  ...presence,
];
