import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useState } from "react";

type Pages = Pick<
  UseInfiniteQueryResult,
  "isFetching" | "isFetchingNextPage" | "refetch" | "fetchNextPage"
>;

/**
 * Returns the function that fetches the next page of a query, and whether it is pending. It waits for
 * a pending read of the pages. The fetch would cancel that read, and the old pages would count as
 * current. If the read fails, no page is fetched.
 */
export function useNextPage({ isFetching, isFetchingNextPage, refetch, fetchNextPage }: Pages) {
  const [isWaiting, setWaiting] = useState(false);
  const fetchNext = async () => {
    if (isWaiting || isFetchingNextPage) return;
    setWaiting(true);
    if (!isFetching || (await hasRead(refetch))) await fetchNextPage();
    setWaiting(false);
  };
  return { fetchNext, isPending: isWaiting || isFetchingNextPage };
}

/** Number of reads to wait for. A change during one causes another, and the user must not wait long. */
const mostReads = 3;

/** Waits for the pending reads of a query. Resolves to false if the last one failed. */
async function hasRead(refetch: Pages["refetch"]): Promise<boolean> {
  let read = await refetch({ cancelRefetch: false });
  for (let reads = 1; read.isFetching && reads < mostReads; reads += 1) {
    read = await refetch({ cancelRefetch: false });
  }
  return !read.isError;
}
