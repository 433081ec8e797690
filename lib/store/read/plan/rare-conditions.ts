import type { Filter } from "@/lib/schema/filter";
import { countByTally, type Tally, tallyOf } from "@/lib/store/counts/counts";
import type { Dialect } from "@/lib/store/port/engine";
import type { Find } from "@/lib/store/port/store";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import type { QueryPlan } from "./query-plan";

/**
 * Most records that are sorted instead of found by a scan in order: those of a relation, which its
 * index holds together, and those of a relation list, which are looked up one by one.
 */
const [mostOfRelation, mostOfList] = [2_000, 500];

/** Most values whose counter rows are added up. With more, the index of the relation is the usual way. */
const mostValues = 16;

/** A condition that a query may begin with. */
export interface Countable {
  readonly filter: Filter;
  /** Counter query that tells how many records meet it; undefined if the query begins with it anyway. */
  readonly tally: Tally | undefined;
  /** Most records that meet it if the query begins with it. */
  readonly most: number;
}

/** Returns the conditions on relation lists that a query may begin with. */
export function countableLists({ table, conjuncts }: QueryPlan): readonly Countable[] {
  return conjuncts.flatMap((filter) =>
    filter.op === "hasAny" ? countable(table, filter, mostOfList) : [],
  );
}

/**
 * Returns the conditions that a page may begin with: those on relation lists, and those on relations
 * whose index does not have the order of the page. Without their index the engine reads all records
 * of a project in that order, until it has found enough. A query without a limit reads all records
 * that meet such a condition, so that the order is no reason for another index.
 */
export function countableConditions(
  search: QueryPlan,
  { sort = [], limit }: Pick<Find, "sort" | "limit">,
  { knowsFrequentValues }: Dialect,
): readonly Countable[] {
  const { table, projects, conjuncts } = search;
  const lists = countableLists(search);
  // A count would be one more round trip.
  if (knowsFrequentValues) return lists;
  if (projects === "all" || projects.length !== 1 || table.resource.scope !== "project") {
    return lists;
  }
  const isInTime = sort.length === 0 || sort[0]?.column === table.resource.timeField;
  const relations = conjuncts.filter((filter) => isOnRelation(table, filter, isInTime));
  if (limit === undefined) return [...lists, ...relations.map(anyway)];
  const few = relations.filter(
    (filter) => filter.op !== "in" || filter.values.length <= mostValues,
  );
  return [...lists, ...few.flatMap((filter) => countable(table, filter, mostOfRelation))];
}

/** The index of a relation holds the records of one value in order of time. */
function isOnRelation(table: Table, filter: Filter, isInTime: boolean): boolean {
  if (!("column" in filter) || !table.counted.some(({ name }) => name === filter.column)) {
    return false;
  }
  if (filter.op === "in") return filter.values.length > 1 || !isInTime;
  return filter.op === "eq" && !filter.orNull && !isInTime;
}

function anyway(filter: Filter): Countable {
  return { filter, tally: undefined, most: mostOfRelation };
}

function countable(table: Table, filter: Filter, most: number): Countable[] {
  const tally = tallyOf(table, filter);
  return tally ? [{ filter, tally, most }] : [];
}

/**
 * Returns the condition that the fewest records meet, if these are so few that a query begins with
 * it.
 */
export async function rareOf(
  context: ReadContext,
  { table, projects }: QueryPlan,
  conditions: readonly Countable[],
): Promise<Filter | undefined> {
  let rarest: Filter | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const { filter, tally, most } of conditions) {
    const amount = tally ? await countByTally(context, table, tally, projects) : most;
    if (amount <= most && amount < least) [rarest, least] = [filter, amount];
  }
  return rarest;
}
