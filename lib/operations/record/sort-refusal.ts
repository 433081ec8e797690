import { AppError, isAppError } from "@/lib/errors";
import type { SortKey } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";

/**
 * Reads a sorted page. If that is too expensive and the order is not by time, the error names the
 * sort, because all matches are sorted before the page begins.
 */
export async function withSortHint<T>(
  { timeField }: Resource,
  sort: readonly SortKey[],
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const others = sort.filter(({ column, related }) => related || column !== timeField);
    const isTooExpensive = isAppError(error) && error.code === "query_too_expensive";
    if (!isTooExpensive || others.length === 0) throw error;
    const names = others.map(nameOf).join(" and ");
    const detail = `${error.message} Sorting by ${names} puts all matches in order before the page begins: narrow the query, or sort by ${timeField}.`;
    throw new AppError("query_too_expensive", detail, error.details);
  }
}

/** Returns the name as clients write it: `incidentSeverity.order`. */
function nameOf({ column, related }: SortKey): string {
  return related ? `${column.replace(/Id$/, "")}.${related.column}` : column;
}
