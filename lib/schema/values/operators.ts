/** The operators of a query, by what they take beside `_type`. */
export const operators = {
  one: [
    ...(["EqualTo", "NotEqual", "GreaterThan", "GreaterThanOrEqual", "LessThan"] as const),
    ...(["LessThanOrEqual", "EqualToOrNull", "GreaterThanOrNull", "LessThanOrNull"] as const),
  ],
  text: ["Search", "NotContains", "StartsWith", "EndsWith"],
  many: ["Includes", "IncludesAll", "IncludesNone"],
  range: ["InBetween"],
  none: ["IsNull", "NotNull"],
} as const;

/** The operand of an operator, beside `_type`. */
export type Operand = keyof typeof operators;

/** An operator, as clients write it in `_type`. */
export type OperatorName = (typeof operators)[Operand][number];

/** Operators that only test whether there is a value. */
export const presence: readonly OperatorName[] = operators.none;
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
export const words: readonly OperatorName[] = [...order, ...operators.text];
/** Operators of lists. */
export const list: readonly OperatorName[] = [...operators.many, ...presence];
