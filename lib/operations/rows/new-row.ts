import type { Context } from "@/lib/operations/transaction/context";
import type { Draft } from "@/lib/operations/transaction/transaction";
import { emptyValue } from "@/lib/schema/kinds/empty-value";
import { copyableRow } from "@/lib/schema/record/copyable-row";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { newId } from "@/lib/store/port/new-id";

/**
 * Returns a complete row. The server sets `_id`, times, creator and version. An absent field gets
 * the definition's default or null, an absent list is empty.
 */
export function newRow(context: Context, resource: Resource, sent: Row, now: string): Draft {
  const row: Draft = { ...absentRow(resource) };
  fill(row, sent);
  const made = {
    _id: row._id ?? newId(),
    createdAt: now,
    updatedAt: now,
    createdByUserId: context.caller.type === "user" ? context.caller.id : null,
    version: 1,
  };
  fill(row, made);
  if (resource.scope === "self") row.projectId = made._id;
  return row;
}

/** Sets the columns that have a value. */
function fill(row: Draft, values: Row): void {
  for (const [name, value] of Object.entries(values)) {
    if ((value ?? null) !== null && Object.hasOwn(row, name)) row[name] = value;
  }
}

const absentRows = new WeakMap<Resource, Row>();

/** Returns the row of a resource whose fields are all absent. */
function absentRow(resource: Resource): Row {
  const known = absentRows.get(resource);
  if (known) return known;
  const row = copyableRow(
    shapeOf(resource).columns.map(({ name, field }) => [name, field.default ?? emptyValue(field)]),
  );
  absentRows.set(resource, row);
  return row;
}
