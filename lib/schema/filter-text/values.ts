import type { Field } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Kind } from "@/lib/schema/values/kind";
import { isUuid } from "@/lib/schema/values/uuid";
import type { Resolve } from "./condition-target";
import type { Test } from "./model";
import { durationOf, isNamedDay, timeRangeOf } from "./time-range";

/** The context in which the values of a filter are read. */
export interface Reader {
  /** The current user, for `me`. */
  readonly me: string | undefined;
  /** Base of relative dates, in milliseconds. */
  readonly now: number;
  /** Finds the resources that relations refer to. If absent, filters cannot follow relations. */
  readonly resolve?: Resolve;
}

/** A value for an API comparison, or, as `problem`, the form it must have. */
export type Value = { readonly value: JsonValue } | { readonly problem: string };

/** Converts a filter value to JSON for a field. The API's own comparison then checks it. */
export function readValue(field: Field, text: string, reader: Reader): Value {
  const kind = kindOf(field);
  const readOwn = field.unit === "seconds" ? seconds : readerOf(kind);
  const read = readOwn(text, reader);
  if ("problem" in read) return read;
  const match = kind.match(read.value);
  return typeof match === "string" ? { problem: match } : { value: match.value };
}

type ReadValue = (text: string, reader: Reader) => Value;

const number: ReadValue = (text) => {
  const read = Number(text);
  return text.trim() === "" || !Number.isFinite(read)
    ? { problem: "must be compared with a number" }
    : { value: read };
};

const seconds: ReadValue = (text, reader) => {
  const read = durationOf(text);
  if (read !== undefined) return { value: read / 1000 };
  const inSeconds = number(text, reader);
  return "value" in inSeconds
    ? inSeconds
    : { problem: "must be compared with a duration such as 90s, 10min, 2h or 1d" };
};

const boolean: ReadValue = (text) => {
  const read = words.get(text.toLowerCase());
  return read === undefined ? { problem: "must be yes or no" } : { value: read };
};

const words: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["true", true],
  ["no", false],
  ["false", false],
]);

const date: ReadValue = (text, { now }) => {
  const stretch = timeRangeOf(text, now);
  return stretch
    ? { value: stretch.from }
    : { problem: "must be compared with a date such as 2026-01-31, or -7d for seven days ago" };
};

const reference: ReadValue = (text, { me }) => {
  if (text === "me") return me === undefined ? { problem: 'does not accept "me"' } : { value: me };
  return isUuid(text) ? { value: text } : { problem: `has no value called "${text}"` };
};

function readerOf({ isId, isDate, isBoolean, isNumber }: Kind): ReadValue {
  if (isId) return reference;
  if (isDate) return date;
  if (isBoolean) return boolean;
  return isNumber ? number : (text) => ({ value: text });
}

/**
 * Returns the number or date that a text means as the bound of a JSON key, `place` 1 as the upper one
 * of two. A day is compared as text: dates without a time and with one begin alike.
 */
export function readKeyBound(
  test: Test,
  text: string,
  place: number,
  { now }: Reader,
): number | string | { readonly problem: string } {
  const read = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(read)) return read;
  const range = timeRangeOf(text, now);
  if (!range) return { problem: "must be compared with a number, or a date such as 2026-01-31" };
  const start = range.from === range.to ? range.from : range.from.slice(0, 10);
  if (test === "above") return isNamedDay(text) ? start : range.to;
  return test === "atMost" || place === 1 ? range.to : start;
}

/**
 * Returns the values that a text may mean for a JSON key. Numbers, booleans and null may also be
 * stored as text.
 */
export function readKeyValue(text: string): readonly JsonValue[] {
  const plain: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
    ["true", true],
    ["false", false],
    ["null", null],
  ]);
  const typed = plain.get(text);
  if (typed !== undefined) return [typed, text];
  const read = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(read) ? [read, text] : [text];
}
