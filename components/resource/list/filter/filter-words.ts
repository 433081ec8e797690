import { bidiIsolate } from "@/components/words/bidi-isolate";
import { displayText } from "@/components/words/display-text";
import type { Field } from "@/lib/schema/field";
import type { Test } from "@/lib/schema/filter-text/model";
import { isNamedDay } from "@/lib/schema/filter-text/time-range";
import { kindOf } from "@/lib/schema/kinds/index";

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

/** Titles of yes/no fields are no nouns: "New incidents start here: yes". */
const holding: Readonly<Partial<Record<Test, string>>> = { is: ":", isNot: ": not" };

/** Returns the text of a test for a field. */
export function testText(field: Field, test: Test): string {
  const { isDate, codec } = kindOf(field);
  if (isDate) return times[test] ?? usual[test];
  return (codec.list && several[test]) ?? usual[test];
}

/** Returns a test as it follows the title of a field in a sentence. */
export function testSuffix(field: Field, test: Test): string {
  const own = kindOf(field).isBoolean ? holding[test] : undefined;
  return own ?? ` ${testText(field, test)}`;
}

/** Returns the display text of a value, in the words of its field or kind if there are any. */
export function valueText(field: Field, value: string): string {
  const own = kindOf(field).isBoolean ? booleanWords.get(value.toLowerCase()) : undefined;
  const words = own ?? displayText(field, value);
  return words === "" ? '""' : bidiIsolate(words);
}

const booleanWords: ReadonlyMap<string, string> = new Map([
  ["true", "yes"],
  ["false", "no"],
]);

/** Returns a duration as text: "10min" is "10 minutes", and "90" is "90 seconds". */
export function durationText(value: string): string {
  const read = /^(\d+(?:\.\d+)?)(s|min|h|d|w)?$/.exec(value);
  if (!read) return bidiIsolate(value);
  const [, count = "", unit = "s"] = read;
  const [one, many] = units[unit] ?? [unit, unit];
  return `${count} ${count === "1" ? one : many}`;
}

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
  s: ["second", "seconds"],
  min: ["minute", "minutes"],
  h: ["hour", "hours"],
  d: ["day", "days"],
  w: ["week", "weeks"],
  mo: ["month", "months"],
  y: ["year", "years"],
};
