import { resourceAt } from "@/lib/resources/index";
import type { SortKey } from "@/lib/schema/filter";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { orderColumn } from "@/lib/schema/record/order-column";
import type { Resource } from "@/lib/schema/resource";
import { numberColumns } from "@/lib/schema/search-text/searched-columns";
import { isNamed, shapeOf } from "@/lib/schema/shape";

/**
 * Parses the order of a list. Columns that cannot be sorted are skipped. Without any: newest first.
 */
export function parseSort(resource: Resource, text: string): readonly SortKey[] {
  const keys = text.split(",").flatMap((part): SortKey[] => {
    const name = part.replace(/^-/, "");
    const column = shapeOf(resource).byColumn.get(name);
    if (!column || !isNamed(column.field) || !kindOf(column.field).isSortable) return [];
    return [{ column: name, direction: part.startsWith("-") ? "desc" : "asc" }];
  });
  return keys.length > 0 ? keys : [{ column: resource.timeField, direction: "desc" }];
}

/**
 * Returns the order for the API. A relation sorts by the position or the name of the related
 * record, then newest first; by its id only if the user may not read the related records.
 */
export function sortQuery(
  resource: Resource,
  keys: readonly SortKey[],
  mayRead: (target: Resource) => boolean,
): JsonObject {
  const entries = keys.map(({ column, direction }): [string, JsonValue] => {
    const way = direction === "asc" ? 1 : -1;
    const { field, relation } = shapeOf(resource).byColumn.get(column) ?? {};
    const target = resourceAt(field?.to ?? "");
    const by = target && mayRead(target) ? orderField(target) : undefined;
    return relation !== undefined && by !== undefined ? [relation, { [by]: way }] : [column, way];
  });
  const isByRelation = typeof entries.at(-1)?.[1] === "object";
  const isByTime = keys.some(({ column }) => column === resource.timeField);
  return {
    ...Object.fromEntries(entries),
    ...(isByRelation && !isByTime && { [resource.timeField]: -1 }),
  };
}

/** Returns the field of the natural order of a resource: position, else number, else name. */
function orderField(target: Resource): string | undefined {
  const name = orderColumn(target) ?? numberColumns(target)?.bare ?? target.label;
  const column = shapeOf(target).byName.get(name)?.column;
  return column && kindOf(column.field).isSortable ? name : undefined;
}

/**
 * Returns the order after a click on a column's head: that column alone, or added after the others
 * with `isAdded`.
 */
export function withSortKey(
  keys: readonly SortKey[],
  key: SortKey,
  isAdded: boolean,
  timeField: string,
): readonly SortKey[] {
  const [first] = keys;
  // Times are unique: no order after it has an effect.
  const isOnlyTime = keys.length === 1 && first?.column === timeField;
  if (!isAdded || isOnlyTime) return [key];
  const isThere = keys.some(({ column }) => column === key.column);
  return isThere ? keys.map((one) => (one.column === key.column ? key : one)) : [...keys, key];
}

/** Returns the text of an order by one column. */
export function sortText(column: string, direction: SortKey["direction"]): string {
  return direction === "desc" ? `-${column}` : column;
}
