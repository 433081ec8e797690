import type { Query, QueryClient } from "@tanstack/react-query";
import type { LiveChange } from "./live-changes";
import { readAfterChange } from "./read-again";

/** Lists whose rows are changed in place, by the hash of their query. */
const inPlace = new Set<string>();

/** Leaves a list to its own component, which changes rows in place. Returns a function that ends it. */
export function leaveInPlace(queryHash: string): () => void {
  inPlace.add(queryHash);
  return () => inPlace.delete(queryHash);
}

/** Ids of deleted records, of which nothing more is asked. */
const deleted = new Set<string>();

/** Leaves the queries of a deleted record, which stays on the screen until another page is shown. */
export function leaveDeleted(id: string): void {
  deleted.add(id);
}

/** Refetches the shown records that others have changed. Others are read when they are shown again. */
export function refreshRecords(
  client: QueryClient,
  changes: readonly LiveChange[] | "reset",
): void {
  invalidate(client, (query) => isRecord(query) && holds(query, changes));
  if (changes === "reset") return;
  // The page of a deleted record reads it once more to say so. What belongs to it would be a 404.
  for (const { operation, recordId } of changes) if (operation === "delete") deleted.add(recordId);
}

/** The same for lists, numbers and names, which follow from many records. */
export function refreshRest(client: QueryClient, changes: readonly LiveChange[] | "reset"): void {
  invalidate(client, (query) => !isRecord(query) && holds(query, changes));
}

/**
 * Marks queries other than records as stale before their refetch, so that a list which is opened
 * meanwhile is read.
 */
export function markRest(client: QueryClient, changes: readonly LiveChange[] | "reset"): void {
  const predicate = (query: Query) => !isRecord(query) && holds(query, changes);
  void client.invalidateQueries({ predicate, refetchType: "none" });
}

function invalidate(client: QueryClient, isChanged: (query: Query) => boolean): void {
  void client.invalidateQueries({
    predicate: (query) => inPlace.has(query.queryHash) && isChanged(query),
    refetchType: "none",
  });
  const filters = {
    predicate: (query: Query) => !inPlace.has(query.queryHash) && isChanged(query),
  };
  readAfterChange(client, filters, (query) => !isRecord(query) && isOfDeleted(query));
}

/** Queries of `recordQuery`. */
function isRecord({ queryKey }: Query): boolean {
  return queryKey[0] === "records" && queryKey[2] === "get";
}

function isOfDeleted({ queryKey }: Pick<Query, "queryKey">): boolean {
  return queryKey.some((part) => typeof part === "string" && deleted.has(part));
}

/** Returns true if the answer of a query may depend on the changes. */
function holds({ queryKey, meta }: Query, changes: readonly LiveChange[] | "reset"): boolean {
  const [root, path, kind, id] = queryKey;
  if (isOfDeleted({ queryKey })) return false;
  if (meta?.["followsChanges"] === true) return true;
  // The user may have joined a project or lost a right meanwhile.
  if (root === "me") return changes === "reset";
  if (root !== "records" && root !== "labels") return false;
  // References are read anew when a deletion is asked for, and a deleted record has none.
  if (kind === "references") return false;
  if (changes === "reset" || path === "change-log") return true;
  if (root === "labels") {
    const ids = idsIn(path);
    return changes.some(({ resource, recordId }) => ids[resource]?.includes(recordId));
  }
  return changes.some(
    ({ resource, recordId }) => resource === path && (kind !== "get" || recordId === id),
  );
}

/** Keys of `labelsQuery` hold the asked ids. */
function idsIn(key: unknown): Readonly<Record<string, readonly string[] | undefined>> {
  return key as Readonly<Record<string, readonly string[] | undefined>>;
}
