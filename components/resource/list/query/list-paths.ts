import { titleOf } from "@/components/words/field-title";
import { resourceAt } from "@/lib/resources/index";
import { filterFromQuery } from "@/lib/schema/filter-text/from-query";
import type { FilterNode } from "@/lib/schema/filter-text/model";
import { printFilter } from "@/lib/schema/filter-text/print";
import { vocabularyOf } from "@/lib/schema/filter-text/vocabulary";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";

/**
 * Returns the URL of a resource's list, filtered to the records whose column holds any of these
 * ids.
 */
export function listPathForIds(
  base: string,
  resource: Resource,
  column: string,
  ids: readonly string[],
): string {
  const vocabulary = vocabularyOf(resource, titleOf);
  const filter = printFilter(
    { kind: "condition", column, test: "is", values: ids },
    vocabulary,
    (_, id) => id,
  );
  return `${base}/${resource.path}?${new URLSearchParams({ filter })}`;
}

/** Returns the URL of the list that shows exactly the records that match a query of the API. */
export function listPathForQuery(base: string, resource: Resource, query: JsonObject): string {
  return listPathForFilter(base, resource, filterFromQuery(query));
}

/** Returns the URL of the list with a filter; of the whole list without one. */
export function listPathForFilter(
  base: string,
  resource: Resource,
  node: FilterNode | undefined,
): string {
  const filter = printFilter(node, vocabularyOf(resource, titleOf, resourceAt));
  const params = filter === "" ? "" : `?${new URLSearchParams({ filter })}`;
  return `${base}/${resource.path}${params}`;
}
