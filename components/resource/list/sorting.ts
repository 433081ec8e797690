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

/** The text of an order by one column. */
export function sortText(column: string, direction: SortKey["direction"]): string {
  return direction === "desc" ? `-${column}` : column;
}
