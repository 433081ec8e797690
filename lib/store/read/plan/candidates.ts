import type { Filter, Projects } from "@/lib/schema/filter";
import { isTooExpensive } from "@/lib/store/concurrency/time-slices";
import type { Find } from "@/lib/store/port/store";
import type { PartLookup } from "@/lib/store/port/text-index";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { idsBeside } from "./beside-candidates";
import { isFoundBeside, isLookUp, isSearched } from "./lookup-conditions";
import type { QueryPlan } from "./query-plan";

/**
 * Returns the same query among the few records that an index finds for one of its conditions, if
 * there is one: the search index for a part of a text, others for records beside the ones read. The
 * conditions are tested on these records, so the result is the same. `page`: where a scan in order
 * of time would end.
 */
export async function amongCandidates(
  context: ReadContext,
  search: QueryPlan,
  page: Pick<Find, "sort" | "limit" | "skip"> = {},
): Promise<QueryPlan> {
  const { table, projects, conjuncts } = search;
  const values = context.statements.values();
  if (conjuncts.some((filter) => isLookUp(values.parameterize(table, filter)))) return search;
  const scope = table.byName.has("projectId") ? projects : "all";
  for (const filter of conjuncts) {
    const ids = await candidatesOf(context, table, scope, filter, scanned(table, page));
    if (!ids) continue;
    return { ...search, conjuncts: [...conjuncts, { op: "in", column: "_id", values: ids }] };
  }
  return search;
}

/** Returns the ids of the few records that may meet a condition; undefined if no index tells. */
function candidatesOf(
  context: ReadContext,
  table: Table,
  projects: Projects,
  filter: Filter,
  wanted: number | undefined,
): Promise<readonly string[] | undefined> {
  const { connection, statements, slices } = context;
  const mostMs = slices?.eachMs;
  if (isFoundBeside(table, filter)) {
    return idsBeside(context, table, projects, filter, mostMs).catch(unlessTooExpensive);
  }
  if (!isSearched(table, filter)) return Promise.resolve(undefined);
  const lookup: PartLookup = {
    ...{ path: table.resource.path, column: filter.column, part: filter.value, projects },
    ...(wanted !== undefined && { wanted }),
  };
  return statements.textIndex.candidates(connection, lookup, mostMs).catch(unlessTooExpensive);
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
