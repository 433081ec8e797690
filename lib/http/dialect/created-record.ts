import type { FieldNames } from "@/lib/resources/oneuptime-aliases";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { wrappedRecord } from "./record-form";
import { nothing } from "./selected";

interface Sent {
  readonly resource: Resource;
  readonly names: FieldNames;
  /** The data of the request, as it came. */
  readonly sent: JsonValue | undefined;
}

/**
 * Returns the reply to a create: the record in the form of OneUptime, with references in the form in
 * which the client sent them, because clients compare the two.
 */
export function createdRecord({ resource, names, sent }: Sent, record: Row, version: number): Row {
  const foreign = { deletedAt: null, version };
  const shown = wrappedRecord(resource, record, { ...nothing, ...names, foreign });
  return isJsonObject(sent) ? { ...shown, ...references(resource, names, sent, record) } : shown;
}

/** Returns the references that are stored as they were sent. */
function references(resource: Resource, names: FieldNames, sent: Row, record: Row): Row {
  const { byName } = shapeOf(resource);
  const found = Object.entries(sent).filter(([name, value]) => {
    const column = byName.get(names.inward(name))?.column;
    const kind = column && kindOf(column.field);
    const isReference = kind?.isId || kind?.holdsIds;
    if (!column || !isReference || column.name === "_id") return false;
    const ids = idsIn(value);
    return ids.length > 0 && ids.join() === idsIn(record[column.name] ?? null).join();
  });
  return Object.fromEntries(found);
}

/** Returns the ids in a value, however they are written. */
function idsIn(value: JsonValue): readonly string[] {
  if (typeof value === "string") return value === "" ? [] : [value.toLowerCase()];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (!isJsonObject(value)) return [];
  const { _id, id, value: typed } = value;
  return idsIn(_id ?? id ?? typed ?? null);
}
