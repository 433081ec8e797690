import {
  CancelledError,
  type Query,
  type QueryClient,
  type QueryFilters,
} from "@tanstack/react-query";

/**
 * Refetches the shown queries after a write of this page, and marks the others as stale. A pending
 * read may have begun before the write. It is replaced, also the first one of a query, which
 * `invalidateQueries` would keep. Resolves when the shown queries are read.
 */
export async function readAfterWrite(client: QueryClient, filters: QueryFilters): Promise<void> {
  for (const query of pending(client, filters)) {
    if (!query.isActive()) readAfterPending(client, query);
    else if (query.state.data === undefined) void query.cancel({ silent: true });
  }
  await client.invalidateQueries(filters);
}

/**
 * Refetches the shown queries after a change by others, and marks the others as stale. A pending
 * read is not cancelled, because on a slow network frequent changes would let none end. Another read
 * follows it, unless the query is `isExcluded` by then.
 */
export function readAfterChange(
  client: QueryClient,
  filters: QueryFilters,
  isExcluded: (query: Query) => boolean,
): void {
  for (const query of pending(client, filters)) readAfterPending(client, query, isExcluded);
  void client.invalidateQueries(filters, { cancelRefetch: false });
}

/**
 * Marks queries as stale, to be read when they are next shown. Those with a pending read are read
 * again after it.
 */
export function markStale(client: QueryClient, filters: QueryFilters): void {
  for (const query of pending(client, filters)) readAfterPending(client, query);
  void client.invalidateQueries({ ...filters, refetchType: "none" });
}

function pending(client: QueryClient, filters: QueryFilters): Query[] {
  return client.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" });
}

/** Queries that are refetched when their pending read ends. */
const followed = new WeakSet<Query>();

function readAfterPending(
  client: QueryClient,
  query: Query,
  isExcluded: (query: Query) => boolean = () => false,
): void {
  const { promise } = query;
  if (!promise || followed.has(query)) return;
  followed.add(query);
  const refetch = (error?: unknown) => {
    followed.delete(query);
    const predicate = (one: Query) => one === query && !isExcluded(one);
    // A read that was cancelled on purpose, for example before a sign-out, is not repeated.
    const isCancelled = error instanceof CancelledError && error.revert === true;
    const refetchType = isCancelled ? "none" : "active";
    void client.invalidateQueries({ predicate, refetchType }, { cancelRefetch: false });
  };
  void promise
    .then(
      () => undefined,
      (error: unknown) => error,
    )
    .then(refetch);
}
