import type { Field } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import { inexactNumber, jsonFaultPosition } from "@/lib/schema/json-position";
import { kindOf } from "@/lib/schema/kinds/index";
import { writableColumns } from "@/lib/schema/record/writable";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";
import type { Kind } from "@/lib/schema/values/kind";
import { isBlank } from "./is-blank";
import { unchosenError } from "./unchosen-name";

/**
 * Value of an input: text while it is typed, a choice, or ids in order. Empty is "", null or [].
 * For a secret, "" keeps the stored secret and false removes it.
 */
export type FormValue = string | boolean | null | readonly string[];
export type FormValues = Readonly<Record<string, FormValue>>;

/** Returns the columns a user fills in: the writable ones without the id and the project. */
export function formColumns(resource: Resource): Column[] {
  return writableColumns(resource).filter(
    ({ name, field }) => name !== "_id" && field.to !== "project",
  );
}

/** Returns the form values of a record, or those of an empty form. */
export function toForm(resource: Resource, record: Row = {}): FormValues {
  const entries = formColumns(resource).map(({ name, field }) => [
    name,
    conversionOf(field).toForm(record[name] ?? null),
  ]);
  return Object.fromEntries(entries);
}

/** Returns the value to send. Invalid JSON is sent as text, so call `inputError` first. */
export function toApiValue(field: Field, value: FormValue): JsonValue {
  return isBlank(field, value) ? null : conversionOf(field).toApiValue(value);
}

/** Returns the error of a text that is no value yet, worded to follow the field's name. */
export function inputError(field: Field, value: FormValue): string | undefined {
  return conversionOf(field).error?.(value);
}

/** Returns false for secrets, incomplete times and pending uploads, which no draft can restore. */
export function isDraftable(field: Field, value: FormValue | undefined): boolean {
  return conversionOf(field).isDraftable?.(value) ?? true;
}

/** Returns true for an empty input. */
export function isEmpty(value: JsonValue | undefined): boolean {
  return (value ?? "") === "" || (Array.isArray(value) && value.length === 0);
}

/** Returns true when two inputs mean the same value. JSON may be formatted differently. */
export function sameValue(
  field: Field,
  one: FormValue | undefined,
  other: FormValue | undefined,
): boolean {
  if (one === other) return true;
  if (conversionOf(field).isOpaque) return false;
  const [mine, yours] = [toApiValue(field, one ?? null), toApiValue(field, other ?? null)];
  return JSON.stringify(mine) === JSON.stringify(yours);
}

/** Returns the columns whose inputs differ from their first values, in the form's order. */
export function changedColumns(resource: Resource, first: FormValues, now: FormValues): Column[] {
  return formColumns(resource).filter(
    ({ name, field }) => !sameValue(field, first[name], now[name]),
  );
}

interface Conversion {
  readonly toForm: (value: JsonValue) => FormValue;
  readonly toApiValue: (value: FormValue) => JsonValue;
  readonly error?: (value: FormValue) => string | undefined;
  readonly isDraftable?: (value: FormValue | undefined) => boolean;
  /** Different inputs count as different values, even if they are sent alike. */
  readonly isOpaque?: boolean;
}

const asText: Conversion = {
  toForm: (value) => (typeof value === "string" ? value : ""),
  toApiValue: (value) => (value === "" ? null : (value ?? null)),
};

/** Input value of a time that is only partly filled in. */
export const incompleteTime = "incomplete";

/** Input value of a time on a day that does not exist: 31 February. */
export const impossibleDay = "impossible day";

/** Input value of a time of day that does not exist: 25:00. */
export const impossibleHour = "impossible hour";

const timeErrors: ReadonlyMap<FormValue | undefined, string> = new Map([
  [incompleteTime, "is incomplete: enter the full date and time, or clear the field"],
  [impossibleDay, "is on a day that does not exist: check the day and the month"],
  [impossibleHour, "has a time of day that does not exist: enter 00:00 to 23:59"],
]);

const asTime: Conversion = {
  ...asText,
  isDraftable: (value) => !timeErrors.has(value),
  error: (value) => timeErrors.get(value),
};

const asNumber: Conversion = {
  toForm: (value) => (typeof value === "number" ? String(value) : ""),
  toApiValue: (value) => (value === "" || value === null ? null : Number(value)),
  error: (value) =>
    value !== "" && value !== null && !Number.isFinite(Number(value))
      ? "must be a number"
      : undefined,
};

const asChoice: Conversion = {
  toForm: (value) => (typeof value === "boolean" ? value : null),
  toApiValue: (value) => (typeof value === "boolean" ? value : null),
};

const asList: Conversion = {
  toForm: (value) => (Array.isArray(value) ? value.map(String) : []),
  toApiValue: (value) => (Array.isArray(value) ? value : []),
};

/** Prefix of an input value that stands for a file being uploaded. A unique suffix follows. */
export const uploadingPrefix = "uploading:";

function holdsUploading(value: FormValue | undefined): boolean {
  return Array.isArray(value) && value.some((id) => id.startsWith(uploadingPrefix));
}

/** A single id becomes a list of one. An empty list is sent as null. */
const asFiles: Conversion = {
  isDraftable: (value) => !holdsUploading(value),
  error: (value) =>
    holdsUploading(value) ? "is still uploading: save when the upload is complete" : undefined,
  toForm: (value) => (typeof value === "string" ? [value] : asList.toForm(value)),
  toApiValue: (value) => (Array.isArray(value) && value.length > 0 ? value : null),
};

const asJson: Conversion = {
  toForm: (value) => (value === null ? "" : JSON.stringify(value, null, 2)),
  toApiValue: (value) => parsed(String(value ?? "")),
  error(value) {
    const text = String(value ?? "");
    const place = text.trim() === "" ? undefined : jsonFaultPosition(text);
    if (place) return `is not valid JSON (line ${place.line}, column ${place.column})`;
    const number = inexactNumber(text);
    return (
      number &&
      `holds ${number.written} in line ${number.line}, which would be stored as ${number.kept}: put it in quotes`
    );
  },
};

/** A secret is never read back. */
const asSecret: Conversion = {
  toForm: () => "",
  toApiValue: (value) => {
    // An empty text removes a secret; null leaves it.
    if (value === false) return "";
    return typeof value === "string" && value !== "" ? value : null;
  },
  isDraftable: () => false,
  isOpaque: true,
};

function parsed(text: string): JsonValue {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

const conversions: Readonly<Record<Kind["formValue"], Conversion>> = {
  text: asText,
  time: asTime,
  number: asNumber,
  choice: asChoice,
  record: { ...asText, error: unchosenError },
  records: { ...asList, error: unchosenError },
  list: asList,
  files: asFiles,
  json: asJson,
  secret: asSecret,
};

function conversionOf(field: Field): Conversion {
  return conversions[kindOf(field).formValue];
}
