import type { Context } from "@/lib/operations/transaction/context";
import type { Draft } from "@/lib/operations/transaction/transaction";
import type { JsonValue } from "@/lib/schema/json";
import { emptyValue } from "@/lib/schema/kinds/empty-value";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { newId } from "@/lib/store/port/new-id";

/**
 * Returns a complete row. The server sets `_id`, times, creator and version. An absent field gets
 * the definition's default or null, an absent list is empty.
 */
export function newRow(
  context: Context,
  resource: Resource,
  sent: { readonly [column: string]: JsonValue },
  now: string,
): Draft {
  const made: Draft = {
    _id: sent._id ?? newId(),
    createdAt: now,
    updatedAt: now,
    createdByUserId: context.caller.type === "user" ? context.caller.id : null,
    version: 1,
  };
  const row: Draft = {};
  for (const { name, field } of shapeOf(resource).columns) {
    row[name] = made[name] ?? sent[name] ?? field.default ?? emptyValue(field);
  }
  if (resource.scope === "self") row.projectId = made._id ?? null;
  return row;
}
