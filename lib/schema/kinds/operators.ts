import type { FieldKind } from "@/lib/schema/field";

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

const presence: readonly OperatorName[] = ["IsNull", "NotNull"];
const equality: readonly OperatorName[] = [
  "EqualTo",
  "NotEqual",
  "EqualToOrNull",
  "Includes",
  "IncludesNone",
  ...presence,
];
const order: readonly OperatorName[] = [
  ...equality,
  "GreaterThan",
  "GreaterThanOrEqual",
  "LessThan",
  "LessThanOrEqual",
  "GreaterThanOrNull",
  "LessThanOrNull",
  "InBetween",
];
const words: readonly OperatorName[] = [
  ...order,
  "Search",
  "NotContains",
  "StartsWith",
  "EndsWith",
];
const list: readonly OperatorName[] = ["Includes", "IncludesAll", "IncludesNone", ...presence];

/** The operators of each kind. A kind without operators cannot be filtered by. */
export const operatorsOf: Record<FieldKind, readonly OperatorName[]> = {
  id: equality,
  date: order,
  text: words,
  longText: words,
  veryLongText: words,
  markdown: words,
  slug: words,
  boolean: equality,
  number: order,
  smallNumber: order,
  json: presence,
  color: words,
  email: words,
  hashed: [],
  url: words,
  file: list,
  textList: list,
  relation: equality,
  relationList: list,
};

/** The kinds whose keys a query may name: `{"customFields": {"region": "eu"}}`. */
export const keyedKinds: ReadonlySet<FieldKind> = new Set(["json"]);

/** The kinds whose values cannot be read back. Selecting such a column returns null. */
export const unreadableKinds: ReadonlySet<FieldKind> = new Set(["hashed"]);

/** The kinds that hold ids of several records. An absent value is an empty list. */
export const listKinds: ReadonlySet<FieldKind> = new Set(["relationList"]);

/** The kinds that may hold several values. Queries test for any, all or none of given values. */
export const manyKinds: ReadonlySet<FieldKind> = new Set(["relationList", "file", "textList"]);
