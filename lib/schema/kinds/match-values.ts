import type { FieldKind } from "@/lib/schema/field";
import type { Scalar } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import { toUtcDate } from "./dates";
import { isStorable } from "./text-checks";
import { isUuid } from "./uuid";

/** Reads a value to compare a column with. A string result describes the required form. */
type ReadMatch = (value: JsonValue) => { readonly value: Scalar } | string;

const text: ReadMatch = (value) => {
  if (typeof value !== "string") return "must be compared with text";
  return isStorable(value) ? { value } : "must not hold NUL or half of a surrogate pair";
};

const uuid: ReadMatch = (value) =>
  typeof value === "string" && isUuid(value)
    ? { value: value.toLowerCase() }
    : "must be compared with an id in the shape of a UUID";

const date: ReadMatch = (value) => {
  const utc = typeof value === "string" ? toUtcDate(value) : undefined;
  return utc === undefined
    ? "must be compared with an ISO 8601 date, such as 2026-01-31T09:00:00.000Z"
    : { value: utc };
};

const number: ReadMatch = (value) =>
  typeof value === "number" ? { value } : "must be compared with a number";

const boolean: ReadMatch = (value) =>
  typeof value === "boolean" ? { value } : "must be compared with true or false";

const nothing: ReadMatch = () => "cannot be compared with a value";

/** The comparable values of each kind: texts of any length and form; ids and dates are checked. */
export const matchValues: Record<FieldKind, ReadMatch> = {
  id: uuid,
  date,
  text,
  longText: text,
  veryLongText: text,
  markdown: text,
  slug: text,
  boolean,
  number,
  smallNumber: number,
  json: nothing,
  color: text,
  email: text,
  hashed: nothing,
  url: text,
  file: (value) =>
    typeof value === "string" && isStorable(value)
      ? { value }
      : "must be compared with one file id",
  textList: text,
  relation: uuid,
  relationList: uuid,
};
