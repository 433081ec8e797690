import type { UseInfiniteQueryResult } from "@tanstack/react-query";

type Pages = Pick<
  UseInfiniteQueryResult,
  "isFetching" | "isFetchingNextPage" | "refetch" | "fetchNextPage"
>;

/**
 * Returns the function that fetches the next page of a query. It waits for a pending read of the
 * pages. The fetch would cancel that read, and the old pages would count as current. Call it while
 * rendering.
 */
export function nextPageOf({
  isFetching,
  isFetchingNextPage,
  refetch,
  fetchNextPage,
}: Pages): () => Promise<void> {
  return async () => {
    if (isFetchingNextPage) return;
    if (isFetching) await refetch({ cancelRefetch: false });
    await fetchNextPage();
  };
}
