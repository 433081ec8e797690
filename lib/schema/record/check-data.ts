import type { z } from "zod";
import { type Fault, invalid } from "@/lib/errors";
import type { Field } from "@/lib/schema/field";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { emptyValue } from "@/lib/schema/kinds/empty-value";
import { faultAt, fieldFault, unknownField } from "@/lib/schema/pointer";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type ColumnName, shapeOf } from "@/lib/schema/shape";
import { presencesOf } from "./presence";
import { recordSchema, type Writing } from "./record-schema";

/**
 * Checks the data of a write and returns it by column, in stored form. Relations may use either
 * name; fields that only the server writes are dropped. Throws a 400 that lists every fault.
 */
export function checkData(resource: Resource, data: JsonValue | undefined, writing: Writing): Row {
  if (!isJsonObject(data)) throw invalid([missingData(writing, data)]);
  const faults: Fault[] = [];
  const values = byColumn(resource, data, writing, faults);
  const checked = recordSchema(resource, writing).safeParse(values.columns);
  if (!checked.success) {
    faults.push(...checked.error.issues.flatMap((issue) => faultsOf(issue, values.sentAs, faults)));
  }
  if (faults.length > 0) throw invalid(faults);
  const row: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(checked.data ?? {})) {
    if (value !== undefined) row[name] = value ?? emptyOf(resource, name);
  }
  if (writing === "update" && Object.keys(data).length === 0) {
    throw invalid([fieldFault("data", "is empty: name at least one field to change")]);
  }
  return row;
}

function emptyOf(resource: Resource, name: string): JsonValue {
  const field = shapeOf(resource).byColumn.get(name)?.field;
  return field ? emptyValue(field) : null;
}

interface ByColumn {
  readonly columns: Record<string, JsonValue>;
  /** The name under which each column was sent, for pointers. */
  readonly sentAs: Map<string, string>;
}

function byColumn(
  resource: Resource,
  data: JsonObject,
  writing: Writing,
  faults: Fault[],
): ByColumn {
  const { byName } = shapeOf(resource);
  const result: ByColumn = { columns: {}, sentAs: new Map() };
  for (const [name, value] of Object.entries(data)) {
    const target = byName.get(name);
    if (!target && presencesOf(resource).has(name)) continue;
    if (!target) {
      faults.push(unknownField(["data", name], resource.name, byName.keys(), faults));
    } else if (!isIgnored(target, writing, value)) {
      put(result, name, target, value, faults);
    }
  }
  return result;
}

/** Server fields are ignored. An empty text counts as absent if the server generates a value. */
function isIgnored({ column }: ColumnName, writing: Writing, value: JsonValue): boolean {
  const { writtenBy, madeByServer } = column.field;
  if (writtenBy === "server") return true;
  if (writing === "update") return column.name === "_id";
  return madeByServer === true && value === "";
}

function put(
  result: ByColumn,
  name: string,
  { column, as }: ColumnName,
  value: JsonValue,
  faults: Fault[],
): void {
  const stored = as === "relation" ? idOf(value) : idsOf(column.field, value);
  const other = result.sentAs.get(column.name);
  // A client that fills in one name of a pair may send the other name empty.
  if (other !== undefined && stored === null) return;
  const isNamed = other !== undefined && result.columns[column.name] !== null;
  if (isNamed && !sameId(result.columns[column.name], stored)) {
    const problem = `and ${other} name different records: send one of them, or the same id in both`;
    faults.push(faultAt(["data", name], name, problem));
    return;
  }
  result.columns[column.name] = stored;
  result.sentAs.set(column.name, other === undefined || as === "value" ? name : other);
}

function sameId(one: JsonValue | undefined, other: JsonValue): boolean {
  const lower = (value: JsonValue | undefined) =>
    typeof value === "string" ? value.toLowerCase() : value;
  return lower(one) === lower(other);
}

/** Returns the id of a relation written as an id, `{_id}` or `{id}`. */
function idOf(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  return value._id ?? value.id ?? value;
}

/** Converts each item of a relation list from any of those forms. */
function idsOf(field: Field, value: JsonValue): JsonValue {
  return field.to !== undefined && Array.isArray(value) ? value.map(idOf) : value;
}

function missingData(writing: Writing, data: JsonValue | undefined): Fault {
  const problem =
    data === undefined || data === null
      ? `is missing: send {"data": {…}} with the fields to ${writing === "create" ? "store" : "change"}`
      : "must be an object of fields and values";
  return fieldFault("data", problem);
}

function faultsOf(
  issue: z.core.$ZodIssue,
  sentAs: ReadonlyMap<string, string>,
  earlier: readonly Fault[],
): Fault[] {
  const [column, ...rest] = issue.path.map((part) => (typeof part === "symbol" ? "" : part));
  const field = sentAs.get(String(column)) ?? String(column);
  const alreadyNamed = earlier.some((fault) => fault.field === field);
  return alreadyNamed ? [] : [faultAt(["data", field, ...rest], field, issue.message)];
}
