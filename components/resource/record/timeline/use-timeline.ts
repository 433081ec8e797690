import { useQueries, useQuery } from "@tanstack/react-query";
import { fieldChanges } from "@/components/resource/record/history/field-changes";
import { historyOf } from "@/components/resource/record/history/history-query";
import { queryOf, type RelatedSet } from "@/components/resource/record/related/related-sets";
import { useRelatedSets } from "@/components/resource/record/related/related-tab";
import { mayRead, useProject } from "@/lib/client/project/project";
import { inProject, type ListPage, listQuery } from "@/lib/client/queries/queries";
import { type Lifecycle, lifecycleOf } from "@/lib/client/saving/lifecycle";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type TimelinePart, timeOf } from "./merge-timeline";

/** Number of latest entries fetched of each kind. */
export const maxPerKind = 100;

/**
 * Returns the events, parts and changes of a record. `cut` holds the titles of kinds with more
 * entries than shown.
 */
export function useTimeline(resource: Resource, record: Row) {
  const context = useProject();
  const project = context.project._id;
  const sets = useRelatedSets(resource, record);
  const asked = useQueries({ queries: sets.map((set) => listQuery(set.resource, askFor(set))) });
  const log = useQuery({
    ...listQuery(changeLog, {
      query: historyOf(resource, project, String(record._id)),
      ...{ sort: { at: -1 }, limit: maxPerKind, cursor: "" },
    }),
    enabled: mayRead(context, changeLog),
  });
  const lifecycle = lifecycleOf(resource);
  const began = record[lifecycle?.began ?? ""] ?? record.createdAt;
  const hourBefore = Date.parse(String(began)) - 60 * 60_000;
  const parts = sets.map((set, at): TimelinePart => {
    const rows = asked[at]?.data?.data ?? [];
    const isFitting = (row: Row) => set.isDirect || isAfter(hourBefore, set.resource, row);
    return { title: set.title, resource: set.resource, rows: rows.filter(isFitting) };
  });
  const changes = (log.data?.data ?? []).filter((entry) => isShown(resource, lifecycle, entry));
  const all = [...parts, { title: "Changes", resource: changeLog, rows: changes }];
  return {
    parts: all.filter(({ rows }) => rows.length > 0),
    cut: [
      ...sets.flatMap(({ title }, at) => (isTruncated(asked[at]?.data) ? [title] : [])),
      ...(isTruncated(log.data) ? ["Changes"] : []),
    ],
    isPending: asked.some(({ isPending }) => isPending) || log.isLoading,
    error: asked.find(({ error }) => error)?.error ?? log.error,
  };

  function askFor(set: RelatedSet) {
    return {
      query: inProject(set.resource, project, queryOf(set)),
      sort: { [set.resource.sets ? "startsAt" : set.resource.timeField]: -1 },
      ...{ limit: maxPerKind, cursor: "" },
    };
  }
}

function isTruncated(page: ListPage | undefined): boolean {
  return page !== undefined && page.count > page.data.length;
}

/** A record that merely shares a value is included from an hour before this one began. */
function isAfter(time: number, resource: Resource, row: Row): boolean {
  const at = timeOf(resource, row);
  return at !== undefined && Date.parse(at) >= time;
}

/** A change of the state alone is shown by the event that caused it. */
function isShown(resource: Resource, lifecycle: Lifecycle | undefined, entry: Row): boolean {
  if (entry.operation !== "update") return true;
  return fieldChanges(resource, entry).some(
    ({ column }) => !lifecycle?.events || column.name !== lifecycle.state.name,
  );
}
