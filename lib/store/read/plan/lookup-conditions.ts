import type { Filter } from "@/lib/schema/filter";
import { searchedColumns } from "@/lib/schema/search-text/searched-columns";
import type { Table } from "@/lib/store/schema/table";
import type { ParameterizedFilter } from "@/lib/store/statement/filter-template";

/** True where an index finds the few records that match: an equality on an id or a unique column. */
export function isLookUp(part: ParameterizedFilter): boolean {
  return (
    (part.op === "eq" || part.op === "in") &&
    !part.orNull &&
    (part.column.name === "_id" || part.column.codec.isUnique === true)
  );
}

/** A look-up with at most so many comparisons takes almost no time. */
export const mostComparisons = 4;

const comparisons: ReadonlySet<ParameterizedFilter["op"]> = new Set<ParameterizedFilter["op"]>([
  ...([
    "eq",
    "ne",
    "gt",
    "gte",
    "lt",
    "lte",
    "in",
    "notIn",
    "between",
    "isNull",
    "notNull",
  ] as const),
]);

/** Returns the number of comparisons; infinite when there is any other condition. */
export function comparisonsIn(parts: readonly ParameterizedFilter[]): number {
  return parts.reduce((sum, part) => {
    if ("parts" in part) return sum + comparisonsIn(part.parts);
    return sum + (comparisons.has(part.op) ? 1 : Number.POSITIVE_INFINITY);
  }, 0);
}

/** True where the only condition is one relation, whose index is in time order. */
export function isOneRelation(table: Table, parts: readonly ParameterizedFilter[]): boolean {
  const [part] = parts;
  if (part === undefined || parts.length > 1) return false;
  const isEqual = (part.op === "eq" && !part.orNull) || part.op === "isNull";
  return isEqual && table.counted.includes(part.column);
}

type TextFilter = Filter & { readonly op: "contains" | "startsWith" | "endsWith" };

/** Returns true for a condition on a part of a text that the search index covers. */
export function isSearched({ resource, byName }: Table, filter: Filter): filter is TextFilter {
  switch (filter.op) {
    case "contains":
    case "startsWith":
    case "endsWith":
      return (
        byName.get(filter.column)?.codec.type === "text" &&
        searchedColumns(resource).some(({ name }) => name === filter.column)
      );
    default:
      return false;
  }
}

/** Returns true for a condition for which an index may find the few records that match. */
export function hasCandidates(table: Table, filter: Filter): boolean {
  return isSearched(table, filter) || isFoundBeside(table, filter);
}

/** A condition on records beside the ones that are read. */
export type BesideFilter = Extract<Filter, { op: "related" | "referred" }>;

/**
 * Returns true for a condition on listed or referring records, from which an index leads to the
 * records that match.
 */
export function isFoundBeside({ byName }: Table, filter: Filter): filter is BesideFilter {
  if (filter.op === "referred") return true;
  return filter.op === "related" && byName.get(filter.column)?.link !== undefined;
}
