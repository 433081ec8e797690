import { useDocumentRead, useDocumentReads } from "@/lib/client/document/document-read";
import { mayRead, useProject } from "@/lib/client/project/project";
import { countQuery } from "@/lib/client/queries/queries";
import { eventsQuery, lifecycleOf, statesQuery } from "@/lib/client/saving/lifecycle";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { historyOf } from "./history/history-query";
import { relatedQuery, useRelatedSets } from "./related/related-tab";

/**
 * Reads into the document what the page of an incident, alert or episode shows at first beside the
 * record: its states and events, its related records, and their numbers. Later, they would move
 * what the user reads.
 */
export function useRecordReads(resource: Resource, record: Row): void {
  const context = useProject();
  const project = context.project._id;
  const id = String(record._id);
  const sets = useRelatedSets(resource, record);
  const lifecycle = lifecycleOf(resource);
  const { states, events } = lifecycle ?? {};
  useDocumentReads(
    lifecycle
      ? [
          ...(states && mayRead(context, states) ? [statesQuery(states, project)] : []),
          ...(events && mayRead(context, events.timeline)
            ? [eventsQuery(events, project, id)]
            : []),
          ...sets.map((set) => relatedQuery(set, project)),
        ]
      : [],
  );
  useDocumentRead(countQuery(changeLog, historyOf(resource, project, id)), lifecycle !== undefined);
}
