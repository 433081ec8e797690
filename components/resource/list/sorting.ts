import type { SortKey } from "@/lib/schema/filter";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { sortable } from "@/lib/schema/sort";

/** The order a list is asked for in, from its text; what cannot be sorted by is left out. None: newest first. */
export function readSorting(resource: Resource, text: string): readonly SortKey[] {
  const keys = text.split(",").flatMap((part): SortKey[] => {
    const name = part.replace(/^-/, "");
    const column = shapeOf(resource).byColumn.get(name);
    if (!column || column.field.hidden || !sortable[column.field.kind]) return [];
    return [{ column: name, direction: part.startsWith("-") ? "desc" : "asc" }];
  });
  return keys.length > 0 ? keys : [{ column: resource.timeField, direction: "desc" }];
}

/** The order as the API takes it. */
export function sortQuery(keys: readonly SortKey[]): JsonObject {
  return Object.fromEntries(
    keys.map(({ column, direction }) => [column, direction === "asc" ? 1 : -1]),
  );
}

/** The order after a click on the head of a column: by it alone, or, with `isAdded`, by it after the others. */
export function sortedBy(
  keys: readonly SortKey[],
  key: SortKey,
  isAdded: boolean,
  timeField: string,
): readonly SortKey[] {
  const [first] = keys;
  // No two records are of one time: nothing would be left to order after it.
  const isOnlyTime = keys.length === 1 && first?.column === timeField;
  if (!isAdded || isOnlyTime) return [key];
  const isThere = keys.some(({ column }) => column === key.column);
  return isThere ? keys.map((one) => (one.column === key.column ? key : one)) : [...keys, key];
}

/** The text of an order by one column. */
export function sortText(column: string, direction: SortKey["direction"]): string {
  return direction === "desc" ? `-${column}` : column;
}
