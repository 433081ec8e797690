import type { FieldKind } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import { matchValues } from "@/lib/schema/kinds/match-values";
import { isUuid } from "@/lib/schema/kinds/uuid";
import type { Resolve } from "./condition-target";
import { timeRangeOf } from "./time-range";

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

/** Converts a filter value to JSON for a kind of field. The API's own table then checks it. */
export function readValue(kind: FieldKind, text: string, reader: Reader): Value {
  const read = readers[kind]?.(text, reader) ?? { value: text };
  if ("problem" in read) return read;
  const match = matchValues[kind](read.value);
  return typeof match === "string" ? { problem: match } : { value: match.value };
}

type ReadValue = (text: string, reader: Reader) => Value;

const number: ReadValue = (text) => {
  const read = Number(text);
  return text.trim() === "" || !Number.isFinite(read)
    ? { problem: "must be compared with a number" }
    : { value: read };
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

/** The kinds whose values are written differently in a filter than in the API. */
const readers: Readonly<Partial<Record<FieldKind, ReadValue>>> = {
  id: reference,
  date,
  boolean,
  number,
  smallNumber: number,
  relation: reference,
  relationList: reference,
};

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
