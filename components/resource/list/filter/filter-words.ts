import { bidiIsolate } from "@/components/words/bidi-isolate";
import { displayText } from "@/components/words/display-text";
import type { Field, FieldKind } from "@/lib/schema/field";
import type { Test } from "@/lib/schema/filter-text/model";
import { isNamedDay } from "@/lib/schema/filter-text/time-range";

/** The default text of each test, between a field's name and its values. */
const usual: Readonly<Record<Test, string>> = {
  is: "is",
  isNot: "is not",
  hasAll: "has all of",
  above: "is more than",
  atLeast: "is at least",
  below: "is less than",
  atMost: "is at most",
  between: "is between",
  contains: "contains",
  lacks: "does not contain",
  starts: "starts with",
  ends: "ends with",
  empty: "is empty",
  filled: "is not empty",
};

const times: Readonly<Partial<Record<Test, string>>> = {
  is: "is on",
  isNot: "is not on",
  above: "is after",
  atLeast: "is at or after",
  below: "is before",
  atMost: "is at or before",
};

const several: Readonly<Partial<Record<Test, string>>> = { is: "has", isNot: "does not have" };

const own: Readonly<Partial<Record<FieldKind, Readonly<Partial<Record<Test, string>>>>>> = {
  date: times,
  relationList: several,
  textList: several,
  file: several,
};

/** Returns the text of a test for a kind of field. */
export function testText(kind: FieldKind, test: Test): string {
  return own[kind]?.[test] ?? usual[test];
}

/** Returns a test as it follows the title of a field in a sentence. */
export function testSuffix(kind: FieldKind, test: Test): string {
  return holding[kind]?.[test] ?? ` ${testText(kind, test)}`;
}

/** Titles of yes/no fields are no nouns: "New incidents start here: yes". */
const holding: Readonly<Partial<Record<FieldKind, Readonly<Partial<Record<Test, string>>>>>> = {
  boolean: { is: ":", isNot: ": not" },
};

/** Returns the display text of a value, in the words of its field or kind if there are any. */
export function valueText(field: Field, value: string): string {
  const words = valueWords[field.kind]?.get(value.toLowerCase()) ?? displayText(field, value);
  return words === "" ? '""' : bidiIsolate(words);
}

const valueWords: Readonly<Partial<Record<FieldKind, ReadonlyMap<string, string>>>> = {
  boolean: new Map([
    ["true", "yes"],
    ["false", "no"],
  ]),
};

/** Returns a date value as text: "-7d" is "7 days ago". */
export function dateText(value: string): string {
  const relative = /^([+-])(\d+)(min|h|d|w|mo|y)$/.exec(value);
  if (!relative) return value;
  const [, sign, count, unit = "d"] = relative;
  const [one, many] = units[unit] ?? [unit, unit];
  const length = `${count} ${count === "1" ? one : many}`;
  return sign === "-" ? `${length} ago` : `in ${length}`;
}

/** Returns "in the last 7 days" for such a test of a date; else undefined. */
export function sinceText(test: Test, value: string): string | undefined {
  if (isNamedDay(value)) return test === "above" ? `since ${value}` : undefined;
  if (!value.startsWith("-")) return undefined;
  const length = dateText(value).replace(/ ago$/, "");
  if (test === "above" || test === "atLeast") return `in the last ${length.replace(/^1 /, "")}`;
  return test === "below" || test === "atMost" ? `over ${length} ago` : undefined;
}

const units: Readonly<Record<string, readonly [string, string]>> = {
  min: ["minute", "minutes"],
  h: ["hour", "hours"],
  d: ["day", "days"],
  w: ["week", "weeks"],
  mo: ["month", "months"],
  y: ["year", "years"],
};
