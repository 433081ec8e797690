import {
  mutationOptions,
  type Query,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";
import { markStale, readAfterWrite } from "@/lib/client/live/read-again";
import { type Change, keys, type RecordRead } from "@/lib/client/queries/queries";
import { resourceAt } from "@/lib/resources/index";
import { changeLog } from "@/lib/resources/system/change-log";
import type { JsonObject } from "@/lib/schema/json";
import { shownChange } from "@/lib/schema/record/presence";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { keepSent } from "./sent-changes";
import { keepShown, showChange, withoutChange } from "./shown-changes";

/**
 * Creates a record and returns it with its version. Requests with the same `idempotencyKey` create
 * one record. Rejects with an `ApiProblem`.
 */
export async function createRecord(
  resource: Resource,
  data: JsonObject,
  idempotencyKey?: string,
): Promise<RecordRead> {
  const timeoutMs = idempotencyKey === undefined ? undefined : mostCreatingMs;
  const options = { body: { data }, idempotencyKey, timeoutMs };
  const reply = await call<Row>("POST", `/api/${resource.path}`, options);
  return { record: reply.data, etag: reply.etag };
}

/** Longest wait for a reply that can be asked for again, in milliseconds: connections can hang. */
const mostCreatingMs = 60_000;

/**
 * Changes a record and returns the ETag of the new version. Rejects with an `ApiProblem`, 412 if
 * `etag` is stale.
 */
export async function updateRecord(
  resource: Resource,
  change: Change,
): Promise<string | undefined> {
  const { id, data, etag } = change;
  // The server may take a later change of this page first.
  keepSent(change);
  const reply = await call("PUT", `/api/${resource.path}/${id}`, { body: { data }, ifMatch: etag });
  return reply.etag;
}

/** Deletes a record; with `etag`, only this version, else 412. Rejects with an `ApiProblem`. */
export async function deleteRecord(resource: Resource, id: string, etag?: string): Promise<void> {
  await call("DELETE", `/api/${resource.path}/${id}`, { ifMatch: etag });
}

/**
 * Gives a key a new secret, which the returned row carries once as `key`. The present secret works
 * for `overlapMinutes` more; the one before it ends at once. Rejects with an `ApiProblem`, 412 if
 * `etag` is stale.
 */
export async function rotateKey(
  id: string,
  overlapMinutes: number,
  etag: string | undefined,
): Promise<Row> {
  const options = { body: { data: { overlapMinutes } }, ifMatch: etag };
  return (await call<Row>("POST", `/api/api-key/${id}/rotate`, options)).data;
}

/**
 * Refetches every visible query. A write also affects other records (states, timelines, counts,
 * labels), and only the server knows which. The name and the time zone of a `changed` project are also
 * known with the current user, and reports divide their days in this zone.
 */
export async function refreshAll(client: QueryClient, changed?: Resource): Promise<void> {
  const ofProject = changed?.scope === "self" ? ["me", "report"] : [];
  const stale = ["records", "labels", "summary", "uptime", ...ofProject];
  await Promise.all(stale.map((key) => readAfterWrite(client, { queryKey: [key] })));
}

/**
 * Returns the mutation that changes a record. The change is shown at once everywhere, and stays shown
 * when queries read the record again meanwhile. If it is rejected, only this change is reverted.
 * Resolves to the ETag of the new version. `refresh` refetches what the change may affect; by default
 * everything.
 */
export function useUpdate(
  resource: Resource,
  refresh: (client: QueryClient, changed: Resource) => Promise<void> = refreshAll,
) {
  const client = useQueryClient();
  const all = { queryKey: keys.of(resource) };
  const shown = (change: Change): Change => ({
    ...change,
    data: shownChange(resource, change.data),
  });
  return useMutation(
    mutationOptions({
      mutationFn: (change: Change) => updateRecord(resource, change),
      onMutate: async (change) => {
        await client.cancelQueries(all);
        const before = client.getQueriesData(all);
        showChange(client, resource, shown(change));
        return { before, meanwhile: keepShown(client, resource, shown(change)) };
      },
      onError: (_error, change, kept) => {
        const answers = kept ? [...kept.before, ...kept.meanwhile.answers.values()] : [];
        for (const [key, held] of answers) {
          client.setQueryData(key, (now: unknown) => withoutChange(now, held, shown(change)));
        }
      },
      onSettled: (_etag, _error, _change, kept) => {
        kept?.meanwhile.end();
        void refresh(client, resource);
      },
    }),
  );
}

/**
 * Stores a saved record and its version in the cache, based on `from`, before it is refetched.
 * Returns both.
 */
export function showSaved(
  client: QueryClient,
  resource: Resource,
  from: RecordRead,
  { id, data, etag }: Change,
): RecordRead {
  const saved = { record: { ...from.record, ...shownChange(resource, data) }, etag };
  const queryKey = keys.get(resource, id);
  client.setQueryData(queryKey, saved);
  // Values that the server derives are not known yet.
  void client.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
  return saved;
}

/**
 * Refetches the visible queries that a step of a record may affect: its resource, its events, the
 * change log, and the resources that change with its state. Other queries are refetched when they
 * are next shown.
 */
export async function refreshAfterStep(
  client: QueryClient,
  resource: Resource,
  timeline: Resource | undefined,
): Promise<void> {
  const others = (resource.lifecycle?.alsoChanges ?? []).flatMap((path) => resourceAt(path) ?? []);
  const moved = [resource, changeLog, ...(timeline ? [timeline] : []), ...others];
  markStale(client, { queryKey: keys.records });
  await Promise.all([
    readAfterWrite(client, { queryKey: ["summary"] }),
    readAfterWrite(client, { queryKey: ["uptime"] }),
    ...moved.map((one) =>
      readAfterWrite(client, { queryKey: keys.of(one), type: "active", predicate: isBehind }),
    ),
  ]);
}

/**
 * Returns true for queries that may not show the step. A record does, unless its first read was
 * cancelled for the step, or a pending read began before it.
 */
function isBehind({ queryKey, state }: Query): boolean {
  return queryKey[2] !== "get" || state.data === undefined || state.fetchStatus === "fetching";
}
