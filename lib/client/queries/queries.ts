import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type CallOptions, call } from "@/lib/client/http/api";
import { ApiProblem } from "@/lib/client/http/problem";
import type { JsonObject } from "@/lib/schema/json";
import { selectAll } from "@/lib/schema/record/presence";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { isUuid } from "@/lib/schema/values/uuid";
import { readFor } from "./background-read";

/** Body of a list request. */
export interface ListRequest {
  readonly select?: JsonObject;
  readonly query: JsonObject;
  readonly sort?: JsonObject;
  readonly limit: number;
  /** Cursor from the previous page, or "" for the first. */
  readonly cursor: string;
  /** `none` if the total is known or not shown, because counting is expensive. */
  readonly count?: "exact" | "none";
}

/** One page: its rows, the number of all matches (-1 if not requested) and the next cursor. */
export interface ListPage {
  readonly data: readonly Row[];
  readonly count: number;
  readonly nextCursor: string | null;
}

/** How a read is sent. */
export type ReadOptions = Pick<CallOptions, "signal" | "isBackground">;

/** Fetches one page of records, uncached. Rejects with an `ApiProblem`, or on abort of `signal`. */
export async function fetchPage(
  resource: Resource,
  ask: ListRequest,
  options?: ReadOptions,
): Promise<ListPage> {
  const path = `/api/${resource.path}/get-list`;
  return (await call<ListPage>("POST", path, { body: ask, ...options })).data;
}

/** Fetches the first matches, uncached. Rejects as `fetchPage` does. */
export async function findRows(
  resource: Resource,
  ask: Omit<ListRequest, "cursor" | "count">,
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  return (await fetchPage(resource, { ...ask, cursor: "", count: "none" }, { signal })).data;
}

/** One record and its version, sent as `ifMatch` with the next write. */
export interface RecordRead {
  readonly record: Row;
  readonly etag: string | undefined;
}

/** A change of one record; with `etag`, only of the version it names. */
export interface Change {
  readonly id: string;
  readonly data: JsonObject;
  readonly etag?: string | undefined;
}

/** Versioned snapshot of a record, taken when its set was counted. */
export interface RecordSnapshot {
  readonly record: Row;
  readonly etag: string;
}

/** Returns snapshots of all matching records with the selected fields, uncached; at most 10,000. */
export async function snapshotRecords(
  resource: Resource,
  query: JsonObject,
  select: JsonObject = { _id: true },
  options?: ReadOptions,
): Promise<readonly RecordSnapshot[]> {
  const path = `/api/${resource.path}/versions`;
  const body = { query, select };
  return (await call<{ data: readonly RecordSnapshot[] }>("POST", path, { body, ...options })).data
    .data;
}

/** Returns the number of matching records, uncached. */
export async function fetchCount(
  resource: Resource,
  query: JsonObject,
  signal?: AbortSignal,
): Promise<number> {
  const path = `/api/${resource.path}/count`;
  return (await call<{ count: number }>("POST", path, { body: { query }, signal })).data.count;
}

/**
 * Returns the query for the records with exactly these ids in a column. The API compares with at
 * most 500 values in one condition.
 */
export function withIds(ids: readonly string[], column = "_id"): JsonObject {
  const groups: JsonObject[] = [];
  for (let at = 0; at < ids.length; at += 500) {
    groups.push({ [column]: { _type: "Includes", value: ids.slice(at, at + 500) } });
  }
  return { _or: groups };
}

/** Query keys of cached API responses. Keys of queries that show records begin with `records`. */
export const keys = {
  records: ["records"] as const,
  of: (resource: Resource) => ["records", resource.path] as const,
  list: (resource: Resource, ask: ListRequest) => ["records", resource.path, "list", ask] as const,
  get: (resource: Resource, id: string) => ["records", resource.path, "get", id] as const,
  count: (resource: Resource, query: JsonObject) =>
    ["records", resource.path, "count", query] as const,
};

/**
 * Query of a page of records. The previous page stays visible while the next one loads. With
 * `queryNow`, each request sends its result, and `ask` is only the query key. "In the last 7 days"
 * then stays one cache entry as time passes.
 */
export function listQuery(resource: Resource, ask: ListRequest, queryNow?: () => JsonObject) {
  return queryOptions({
    queryKey: keys.list(resource, ask),
    queryFn: ({ signal }) =>
      fetchPage(resource, queryNow ? { ...ask, query: queryNow() } : ask, { signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Query of one record with every field that the caller may read. Rejects with a 404 `ApiProblem` if
 * there is none. The HTTP request succeeds even then, because browsers log failed requests to the
 * console. The version is never newer than the fields. A write in between causes a conflict on save
 * and is never overwritten.
 */
export function recordQuery(resource: Resource, id: string) {
  return queryOptions({
    queryKey: keys.get(resource, id),
    queryFn: async (context): Promise<RecordRead> => {
      const { signal } = context;
      const send = (options: ReadOptions) =>
        snapshotRecords(resource, { _id: id }, selectAll(resource), { ...options, signal });
      const found = isUuid(id) ? await readFor(context, send) : [];
      const [read] = found;
      if (read) return read;
      const detail = `There is no ${resource.name} with the id ${id}.`;
      throw new ApiProblem(404, { code: "not_found", detail });
    },
  });
}

/** Query of the number of matching records. */
export function countQuery(resource: Resource, query: JsonObject) {
  return queryOptions({
    queryKey: keys.count(resource, query),
    queryFn: ({ signal }) => fetchCount(resource, query, signal),
  });
}

/**
 * Returns `query` restricted to the records of one project. Users and personal records without a
 * project are not restricted.
 */
export function inProject(resource: Resource, projectId: string, query: JsonObject): JsonObject {
  const own: Record<Resource["scope"], JsonObject> = {
    project: ofProject(resource, projectId),
    self: { _id: projectId },
    people: {},
  };
  const narrow = own[resource.scope];
  const clash = Object.keys(narrow).some((name) => name in query);
  return clash ? { ...narrow, _and: [query] } : { ...narrow, ...query };
}

function ofProject({ fields, alsoOfNoProject = false }: Resource, projectId: string): JsonObject {
  if (!fields.project) return {};
  return alsoOfNoProject ? { _or: [{ projectId }, { projectId: null }] } : { projectId };
}
