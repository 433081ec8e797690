import { infiniteQueryOptions } from "@tanstack/react-query";
import { fetchPage, type ListPage } from "@/lib/client/queries/queries";
import { changeLog } from "@/lib/resources/system/change-log";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { fieldChanges } from "./field-changes";

/**
 * Returns the query for all log entries about one record. Entries about users belong to no project,
 * those about a project to itself.
 */
export function historyOf(resource: Resource, project: string, id: string): JsonObject {
  const about = { resource: resource.path, recordId: id };
  const projectOf: Record<Resource["scope"], JsonObject> = {
    project: { projectId: project },
    self: { projectId: id },
    people: {},
  };
  return { ...projectOf[resource.scope], ...about };
}

/**
 * Returns the entries about a record, latest first, page by page. With `field` only those that
 * changed it: the log is read until some are found or it ends.
 */
export function historyPages(
  resource: Resource,
  project: string,
  id: string,
  field: string | undefined,
) {
  const query = historyOf(resource, project, id);
  const limit = field === undefined ? 25 : 100;
  const read = (cursor: string, signal: AbortSignal) =>
    fetchPage(changeLog, { query, sort: { at: -1 }, limit, cursor, count: "none" }, { signal });
  return infiniteQueryOptions({
    queryKey: ["records", "change-log", "of", query, field],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }): Promise<ListPage> => {
      let page = await read(pageParam, signal);
      if (field === undefined) return page;
      const found = touching(page.data);
      while (found.length < 25 && page.nextCursor !== null) {
        page = await read(page.nextCursor, signal);
        found.push(...touching(page.data));
      }
      return { ...page, data: found };
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

  function touching(entries: readonly Row[]): Row[] {
    return entries.filter((entry) =>
      fieldChanges(resource, entry).some(({ column }) => column.name === field),
    );
  }
}
