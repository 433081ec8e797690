import type { FieldKind } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import { isUuid } from "@/lib/schema/uuid";
import { stretchOf } from "./instants";

/** What the values of a filter may depend on. */
export interface Reader {
  /** The person looking, for `me`. */
  readonly me: string | undefined;
  /** The time relative dates count from, in milliseconds. */
  readonly now: number;
}

/** A value as the API compares with it, or, as `problem`, what it must be instead. */
export type Value = { readonly value: JsonValue } | { readonly problem: string };

type ReadValue = (text: string, reader: Reader) => Value;

const text: ReadValue = (value) => ({ value });

const number: ReadValue = (value) => {
  const read = Number(value);
  return value.trim() === "" || !Number.isFinite(read)
    ? { problem: "is compared with a number" }
    : { value: read };
};

const boolean: ReadValue = (value) => {
  const read = words.get(value.toLowerCase());
  return read === undefined ? { problem: "is yes or no" } : { value: read };
};

const words: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["true", true],
  ["no", false],
  ["false", false],
]);

const date: ReadValue = (value, { now }) => {
  const stretch = stretchOf(value, now);
  return stretch
    ? { value: stretch.from }
    : { problem: "is compared with a date such as 2026-01-31, or -7d for seven days ago" };
};

const reference: ReadValue = (value, { me }) => {
  if (value === "me") return me === undefined ? { problem: "knows no me" } : { value: me };
  return isUuid(value) ? { value } : { problem: `names nothing called "${value}"` };
};

const nothing: ReadValue = () => ({ problem: "cannot be compared with a value" });

/** How a value written in a filter is read for each kind of field. */
export const readValue: Readonly<Record<FieldKind, ReadValue>> = {
  id: reference,
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
  file: text,
  textList: text,
  relation: reference,
  relationList: reference,
};
