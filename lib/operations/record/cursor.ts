import type { Fault } from "@/lib/errors";
import { resourceAt } from "@/lib/resources";
import type { Field } from "@/lib/schema/field";
import { type Position, type Scalar, type SortKey, sortName } from "@/lib/schema/filter";
import { kindOf } from "@/lib/schema/kinds/index";
import { fieldFault } from "@/lib/schema/pointer";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { isUuid } from "@/lib/schema/values/uuid";

/** Returns the columns of a cursor, to be read with the page. */
export function cursorColumns(sort: readonly SortKey[]): string[] {
  return ["_id", ...sort.map(sortName)];
}

/** Returns a text for the position after a row in an order. Clients return it unchanged. */
export function cursorOf(sort: readonly SortKey[], row: Row): string {
  const values = sort.map((key) => row[sortName(key)] ?? null);
  return Buffer.from(JSON.stringify([orderName(sort), values, row._id])).toString("base64url");
}

/**
 * Returns the position of a cursor. Adds a fault if the text is not a cursor or belongs to another
 * order.
 */
export function readCursor(
  resource: Resource,
  sort: readonly SortKey[],
  cursor: string,
  faults: Fault[],
): Position | undefined {
  const [name, values, id] = isTooLong(resource, sort, cursor) ? [] : parse(cursor);
  const fits =
    name === orderName(sort) &&
    Array.isArray(values) &&
    values.length === sort.length &&
    typeof id === "string" &&
    isUuid(id);
  const read = fits ? sort.map((key, index) => readValue(resource, key, values[index])) : [];
  if (!fits || read.includes(undefined)) {
    const problem =
      "must be the nextCursor of a page with the same sort, or empty for the first page";
    faults.push(fieldFault("cursor", problem));
    return undefined;
  }
  return { values: read.filter((value) => value !== undefined), id };
}

/** A text of 5,000 code points, each as an escape of six characters, in base64. */
const longestValue = 40_000;

/** Decoding blocks the process, so a text longer than each cursor of this order is not decoded. */
function isTooLong(resource: Resource, sort: readonly SortKey[], cursor: string): boolean {
  if (sort.some((key) => isBulky(resource, key))) return false;
  return cursor.length > 2 * orderName(sort).length + (sort.length + 1) * longestValue;
}

function isBulky(resource: Resource, key: SortKey): boolean {
  const field = fieldOf(resource, key);
  return field !== undefined && kindOf(field).codec.isBulky === true;
}

function fieldOf(resource: Resource, { column, related }: SortKey): Field | undefined {
  const owner = related ? resourceAt(related.to) : resource;
  return owner && shapeOf(owner).byColumn.get(related?.column ?? column)?.field;
}

function orderName(sort: readonly SortKey[]): string {
  return sort.map((key) => `${sortName(key)} ${key.direction}`).join(", ");
}

function parse(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

function readValue(resource: Resource, key: SortKey, value: unknown): Scalar | null | undefined {
  if (value === null) return null;
  const field = fieldOf(resource, key);
  const isScalar = ["string", "number", "boolean"].includes(typeof value);
  if (field === undefined || !isScalar) return undefined;
  const read = kindOf(field).match(value as Scalar);
  return typeof read === "string" ? undefined : read.value;
}
