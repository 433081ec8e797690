import { isTooExpensive } from "@/lib/store/concurrency/time-slices";
import type { Find } from "@/lib/store/port/store";
import type { PartLookup } from "@/lib/store/port/text-index";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { isLookUp, isSearched } from "./lookup-conditions";
import type { QueryPlan } from "./query-plan";

/**
 * Returns the same query among the few records that the search index finds for one of its
 * conditions, if there is one. The conditions are tested on these records, so the result is the
 * same. `page`: where a scan in order of time would end.
 */
export async function amongCandidates(
  { connection, statements, slices }: ReadContext,
  search: QueryPlan,
  page: Pick<Find, "sort" | "limit" | "skip"> = {},
): Promise<QueryPlan> {
  const { table, projects, conjuncts } = search;
  const values = statements.values();
  if (conjuncts.some((filter) => isLookUp(values.parameterize(table, filter)))) return search;
  const scope = table.byName.has("projectId") ? projects : "all";
  const wanted = scanned(table, page);
  for (const filter of conjuncts) {
    if (!isSearched(table, filter)) continue;
    const lookup: PartLookup = {
      ...{ path: table.resource.path, column: filter.column, part: filter.value },
      ...{ projects: scope, ...(wanted !== undefined && { wanted }) },
    };
    const ids = await statements.textIndex
      .candidates(connection, lookup, slices?.eachMs)
      .catch(unlessTooExpensive);
    if (!ids) continue;
    return { ...search, conjuncts: [...conjuncts, { op: "in", column: "_id", values: ids }] };
  }
  return search;
}

/** Returns the number of matches after which a scan ends; undefined if it must read everything. */
function scanned(
  { resource }: Table,
  { sort = [], limit, skip = 0 }: Pick<Find, "sort" | "limit" | "skip">,
): number | undefined {
  const isInTime = sort.length === 0 || sort[0]?.column === resource.timeField;
  return limit === undefined || !isInTime ? undefined : limit + skip;
}

function unlessTooExpensive(error: unknown): undefined {
  if (!isTooExpensive(error)) throw error;
}
