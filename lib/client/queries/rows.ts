import { type InfiniteData, type QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { useNextPage } from "./next-page";
import { type Change, fetchPage, keys, type ListPage } from "./queries";

/** Records loaded from the first on, 100 at a time. */
export interface Rows {
  readonly rows: readonly Row[];
  /** Total number of records; undefined until it is known. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly more: () => void;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly refetch: () => void;
}

interface RowsAsk {
  readonly select: JsonObject;
  readonly query: JsonObject;
  readonly sort: JsonObject;
  /** False if the request would be denied; nothing is sent then. */
  readonly isWanted?: boolean;
}

/** Returns records for a page that shows them all, 100 at a time. */
export function useRows(resource: Resource, { isWanted = true, ...ask }: RowsAsk): Rows {
  const found = useInfiniteQuery({
    queryKey: [...rowsOf(resource), ask],
    queryFn: ({ pageParam: cursor, signal }) =>
      fetchPage(resource, { ...ask, limit: 100, cursor }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: isWanted,
  });
  const { data, error, isPending, hasNextPage, refetch } = found;
  const next = useNextPage(found);
  return {
    rows: data?.pages.flatMap((page) => page.data) ?? [],
    total: data?.pages[0]?.count,
    hasMore: hasNextPage,
    isLoadingMore: next.isPending,
    more: () => void next.fetchNext(),
    error,
    isPending: isPending && isWanted,
    refetch: () => void refetch(),
  };
}

/** Shows a saved record in the rows of `useRows` before they are refetched. */
export function showInRows(client: QueryClient, resource: Resource, { id, data }: Change): void {
  const changed = (row: Row): Row => (row._id === id ? { ...row, ...data } : row);
  client.setQueriesData<InfiniteData<ListPage>>({ queryKey: rowsOf(resource) }, (held) => {
    const pages = held?.pages.map((page) => ({ ...page, data: page.data.map(changed) }));
    return held && pages && { ...held, pages };
  });
}

function rowsOf(resource: Resource) {
  return [...keys.of(resource), "rows"] as const;
}
