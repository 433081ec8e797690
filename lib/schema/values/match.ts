import type { Scalar } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import { toUtcDate } from "./dates";
import { isStorable } from "./text-checks";
import { isUuid } from "./uuid";

/** Reads a value to compare a column with. A string result describes the required form. */
export type ReadMatch = (value: JsonValue) => { readonly value: Scalar } | string;

/** Reads text of any length and form. */
export const matchText: ReadMatch = (value) => {
  if (typeof value !== "string") return "must be compared with text";
  return isStorable(value) ? { value } : "must not hold NUL or half of a surrogate pair";
};

export const matchUuid: ReadMatch = (value) =>
  typeof value === "string" && isUuid(value)
    ? { value: value.toLowerCase() }
    : "must be compared with an id in the shape of a UUID";

export const matchDate: ReadMatch = (value) => {
  const utc = typeof value === "string" ? toUtcDate(value) : undefined;
  return utc === undefined
    ? "must be compared with an ISO 8601 date, such as 2026-01-31T09:00:00.000Z"
    : { value: utc };
};

/** Reads a number, or the text of one as JSON writes it. */
export const matchNumber: ReadMatch = (value) => {
  const number = typeof value === "string" && numeric.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number)
    ? { value: number }
    : "must be compared with a number";
};

const numeric = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export const matchBoolean: ReadMatch = (value) =>
  typeof value === "boolean" ? { value } : "must be compared with true or false";

/** Reads the id of a file, which may have any form. */
export const matchFile: ReadMatch = (value) =>
  typeof value === "string" && isStorable(value) ? { value } : "must be compared with one file id";

export const matchNothing: ReadMatch = () => "cannot be compared with a value";
