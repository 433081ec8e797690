import { z } from "zod";
import type { SentRecord } from "@/lib/import/source/kind-reader";
import type { FieldNames } from "@/lib/resources/oneuptime-aliases";
import type { Field } from "@/lib/schema/field";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import { emptyValue } from "@/lib/schema/kinds/empty-value";
import { kindOf } from "@/lib/schema/kinds/index";
import { plainValue } from "@/lib/schema/record/plain-value";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { jsonFault } from "./json-fault";

/** A value that cannot be taken, by its column. */
interface LeftOut {
  readonly column: string;
  readonly why: string;
}

/** A record of the source as a row of this version, or the reason why it cannot be one. */
export type Incoming =
  | { readonly id: string; readonly row: Row; readonly leftOut: readonly LeftOut[] }
  | { readonly id: string; readonly refused: string };

/** The values that the rows of one kind share. */
export interface About {
  readonly resource: Resource;
  readonly names: FieldNames;
  readonly projectId: string;
  /** ISO 8601, for records of which the source hides the time. */
  readonly now: string;
}

/**
 * Returns the row of a record with its ids, times, numbers and creator as they are. A value that no
 * field of this version can hold is left out; a required one refuses the record.
 */
export function incomingRow(about: About, sent: SentRecord): Incoming {
  const { resource, projectId } = about;
  const id = sent._id.toLowerCase();
  const row: Record<string, JsonValue> = {};
  const leftOut: LeftOut[] = [];
  for (const column of shapeOf(resource).columns) {
    const { name } = column;
    const read = readValue(about, column, sent);
    if ("why" in read) leftOut.push({ column: name, why: read.why });
    const value = "why" in read ? null : read.value;
    row[name] = value ?? absentValue(about, column, sent);
  }
  row["createdAt"] ??= about.now;
  row["updatedAt"] ??= row["createdAt"];
  row["version"] = versionOf(sent);
  if (resource.scope === "self") row["projectId"] = id;
  const missing = shapeOf(resource).columns.find((one) => isMissing(resource, one, row));
  if (missing) {
    const fault = leftOut.find(({ column }) => column === missing.name);
    return { id, refused: `${missing.name} ${fault?.why ?? "is required and is empty"}` };
  }
  const isForeign = resource.scope !== "people" && row["projectId"] !== projectId;
  if (isForeign) return { id, refused: "it belongs to another project, or to none" };
  return { id, row, leftOut };
}

/** An empty value of the source stays empty, unless the field needs one. */
function absentValue({ names }: About, { name, field }: Column, sent: SentRecord): JsonValue {
  const isDefaulted = field.required === true || !Object.hasOwn(sent, names.outward(name));
  return (isDefaulted ? field.default : undefined) ?? emptyValue(field);
}

type ReadValue = { readonly value: JsonValue } | { readonly why: string };

function readValue({ names, resource }: About, column: Column, sent: SentRecord): ReadValue {
  const { name, field, relation } = column;
  // A page for visitors is published by a user who looked at it here.
  if (name === resource.publication?.since) return { value: null };
  const kind = kindOf(field);
  if (field.hidden || kind.isSecret) return { value: null };
  const value = sentValue(sent, names.outward(name));
  const given = value ?? (relation ? sentValue(sent, names.outward(relation)) : null);
  const plain = inOwnForm(field, given);
  if (plain === null) return { value: null };
  const fault = kind.hasKeys ? jsonFault(plain) : undefined;
  if (fault !== undefined) return { why: fault };
  const checked = kind.check(z, field).safeParse(plain);
  if (checked.success) return { value: checked.data };
  return { why: checked.error.issues[0]?.message ?? "cannot be stored" };
}

/** A record of the source is no object of ours: its names may be those of `Object`. */
function sentValue(sent: SentRecord, name: string): JsonValue {
  return Object.hasOwn(sent, name) ? (sent[name] ?? null) : null;
}

function inOwnForm(field: Field, sent: JsonValue): JsonValue {
  const kind = kindOf(field);
  const value = plainValue(field, sent);
  if (kind.isColor && typeof value === "string") return longColor(value);
  if (kind.holdsIds && Array.isArray(value)) {
    return value.length > 0 ? value.map(idIn) : emptyValue(field);
  }
  return kind.isId ? idIn(value) : value;
}

function idIn(value: JsonValue): JsonValue {
  return isJsonObject(value) ? (value._id ?? value.id ?? value) : value;
}

/** OneUptime stores any text as a color: `#rgb` and `#rrggbbaa` become `#rrggbb`. */
function longColor(text: string): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?$/i.exec(text.trim());
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join("")}`;
  return /^#[0-9a-f]{8}$/i.test(text.trim()) ? text.trim().slice(0, 7) : text.trim();
}

function isMissing(resource: Resource, { name, field }: Column, row: Row): boolean {
  if ((row[name] ?? null) !== null || field.madeByServer) return false;
  return name === resource.timeField || (field.required === true && !field.hidden);
}

function versionOf({ version }: SentRecord): number {
  const isVersion = typeof version === "number" && Number.isSafeInteger(version) && version >= 1;
  return isVersion ? version : 1;
}
