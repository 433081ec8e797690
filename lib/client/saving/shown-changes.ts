import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { type Change, keys } from "@/lib/client/queries/queries";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** Shows a change of a record in all cached responses of its resource. */
export function showChange(client: QueryClient, resource: Resource, change: Change): void {
  client.setQueriesData({ queryKey: keys.of(resource) }, (held: unknown) =>
    withChange(held, change),
  );
}

/** The key of a query and a response to it. */
type Answer = readonly [key: QueryKey, data: unknown];

/** A pending change that stays shown. */
export interface KeptShown {
  /** The latest response to each query that read records meanwhile, without the change. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Lets the queries show the records as they are read. */
  end(): void;
}

/**
 * Keeps a pending change shown when queries read the record again. With an ETag, the record keeps
 * the version on which the change is based, so that a save from it meets the check for changes by
 * others.
 */
export function keepShown(client: QueryClient, resource: Resource, change: Change): KeptShown {
  const [records, path] = keys.of(resource);
  const answers = new Map<string, Answer>();
  const end = client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
    const { queryKey, queryHash } = event.query;
    if (queryKey[0] !== records || queryKey[1] !== path) return;
    answers.set(queryHash, [queryKey, event.action.data]);
    client.setQueryData(queryKey, (held: unknown) => withVersion(withChange(held, change), change));
  });
  return { answers, end };
}

/** Returns a cached record with the version of the change. */
function withVersion(held: unknown, { id, etag }: Change): unknown {
  const isRecord = typeof held === "object" && held !== null && "record" in held;
  if (!isRecord || etag === undefined || (held.record as Row)._id !== id) return held;
  return { ...held, etag };
}

/**
 * Returns the cached data with the changed values restored from `before`; unchanged if `before`
 * lacks the record.
 */
export function withoutChange(now: unknown, before: unknown, { id, data }: Change): unknown {
  const was = rowsOf(before).find(({ _id }) => _id === id);
  if (!was) return now;
  const former = Object.keys(data).map((name) => [name, was[name] ?? null]);
  return withChange(now, { id, data: Object.fromEntries(former) });
}

/** Returns the records in a cached response. */
function rowsOf(held: unknown): readonly Row[] {
  if (typeof held !== "object" || held === null) return [];
  if ("record" in held) return [held.record as Row];
  return "data" in held && Array.isArray(held.data) ? held.data : [];
}

/** Returns the cached data with the change applied to the record. */
function withChange(held: unknown, { id, data }: Change): unknown {
  const patched = (row: Row): Row => (row._id === id ? { ...row, ...data } : row);
  if (typeof held !== "object" || held === null) return held;
  if ("record" in held) return { ...held, record: patched(held.record as Row) };
  if ("data" in held && Array.isArray(held.data)) {
    return { ...held, data: held.data.map((row: Row) => patched(row)) };
  }
  return held;
}
