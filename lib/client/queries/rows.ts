import { type InfiniteData, type QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";
import type { Change } from "@/lib/client/queries/change";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { keys, type ListPage } from "./queries";

/** Records read from the first on, a hundred more each time they are asked for. */
export interface Rows {
  readonly rows: readonly Row[];
  /** How many there are in all; undefined until that is known. */
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
  /** False: nothing is asked, because the answer would be a refusal. */
  readonly isWanted?: boolean;
}

/** Records for a page that shows them all in one go, as long as there are few. */
export function useRows(resource: Resource, { isWanted = true, ...ask }: RowsAsk): Rows {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [...rowsOf(resource), ask],
      queryFn: async ({ pageParam: cursor, signal }): Promise<ListPage> => {
        const body = { ...ask, limit: 100, cursor };
        const path = `/api/${resource.path}/get-list`;
        return (await call<ListPage>("POST", path, { body, signal })).data;
      },
      initialPageParam: "",
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      enabled: isWanted,
    });
  return {
    rows: data?.pages.flatMap((page) => page.data) ?? [],
    total: data?.pages[0]?.count,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    more: () => void fetchNextPage(),
    error,
    isPending: isPending && isWanted,
    refetch: () => void refetch(),
  };
}

/** Shows a record as it was just saved among the rows that `useRows` answers, before they are read anew. */
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
