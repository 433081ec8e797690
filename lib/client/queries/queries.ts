import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";
import { ApiProblem } from "@/lib/client/http/problem";
import type { JsonObject } from "@/lib/schema/json";
import { isUuid } from "@/lib/schema/kinds/uuid";
import { selectAll } from "@/lib/schema/record/presence";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** Which page of which records, as the API is asked. */
export interface ListRequest {
  readonly select?: JsonObject;
  readonly query: JsonObject;
  readonly sort?: JsonObject;
  readonly limit: number;
  /** From the page before, or "" for the first. */
  readonly cursor: string;
  /** `none` where the total is known or not shown: counting costs. */
  readonly count?: "exact" | "none";
}

/** One page: its rows, the number of all that match (-1 when not asked for), and where the next begins. */
export interface ListPage {
  readonly data: readonly Row[];
  readonly count: number;
  readonly nextCursor: string | null;
}

/** One record and the version it is of, to send as `ifMatch` with the next write. */
export interface RecordRead {
  readonly record: Row;
  readonly etag: string | undefined;
}

/** The keys of everything kept from the API. All that shows records begins with `records`. */
export const keys = {
  records: ["records"] as const,
  of: (resource: Resource) => ["records", resource.path] as const,
  list: (resource: Resource, ask: ListRequest) => ["records", resource.path, "list", ask] as const,
  get: (resource: Resource, id: string) => ["records", resource.path, "get", id] as const,
  count: (resource: Resource, query: JsonObject) =>
    ["records", resource.path, "count", query] as const,
};

/**
 * A page of records. The page shown before stays while the next is on its way. With `queryNow`, that is what is asked
 * each time, and `ask` only says which question it is: "in the last 7 days" stays one question while time goes on.
 */
export function listQuery(resource: Resource, ask: ListRequest, queryNow?: () => JsonObject) {
  return queryOptions({
    queryKey: keys.list(resource, ask),
    queryFn: async ({ signal }): Promise<ListPage> => {
      const path = `/api/${resource.path}/get-list`;
      const body = queryNow ? { ...ask, query: queryNow() } : ask;
      return (await call<ListPage>("POST", path, { body, signal })).data;
    },
    placeholderData: keepPreviousData,
  });
}

/**
 * One record, every field the caller may read; rejects with a 404 `ApiProblem` when there is none. Asked for in a way
 * that never fails over HTTP for want of a record, because browsers write failed requests to their console. The version
 * is never newer than the fields: a write in between shows as a conflict when this is saved, and never overwrites.
 */
export function recordQuery(resource: Resource, id: string) {
  return queryOptions({
    queryKey: keys.get(resource, id),
    queryFn: async ({ signal }): Promise<RecordRead> => {
      const found = isUuid(id) ? await recordsWithId(resource, id, signal) : [];
      const [read] = found;
      if (read) return read;
      const detail = `There is no ${resource.name} with the id ${id}.`;
      throw new ApiProblem(404, { code: "not_found", detail });
    },
  });
}

async function recordsWithId(
  resource: Resource,
  id: string,
  signal: AbortSignal,
): Promise<readonly RecordRead[]> {
  const body = { query: { _id: id }, select: selectAll(resource) };
  const path = `/api/${resource.path}/versions`;
  return (await call<{ data: readonly RecordRead[] }>("POST", path, { body, signal })).data.data;
}

/** How many records match. */
export function countQuery(resource: Resource, query: JsonObject) {
  return queryOptions({
    queryKey: keys.count(resource, query),
    queryFn: async ({ signal }): Promise<number> => {
      const path = `/api/${resource.path}/count`;
      return (await call<{ count: number }>("POST", path, { body: { query }, signal })).data.count;
    },
  });
}

/**
 * `query` narrowed to what belongs to one project; people belong to all that the caller shares with them, and what is
 * a person's own to none.
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
