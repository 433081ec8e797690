import type { Rules } from "@/lib/operations/transaction/transaction";
import { resourceAt } from "@/lib/resources";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Timeline, TimelineEvents } from "./timeline";
import { timelineOf } from "./timeline-of";
import { timelineRules } from "./timeline-rules";

/**
 * Returns the rules that a definition declares: those of events that set a value, and those of
 * records whose state has events. Undefined for all other resources.
 */
export function declaredRules(resource: Resource): Rules | undefined {
  if (resource.sets) return timelineRules(timelineOf(resource));
  const events = resourceAt(resource.lifecycle?.events ?? "");
  return events && stateRules(timelineOf(events), resource.lifecycle?.began);
}

/** Returns the rules of records with a timeline of their states. It starts at `began`, else now. */
export function stateRules(timeline: Timeline, began: string | undefined): StateRules {
  return {
    async afterCreate(transaction, row, hasNewId) {
      const startsAt = row[began ?? ""] ?? transaction.now;
      const event = { startsAt, ...stateOf(timeline, row) };
      await new TimelineEvents(transaction, timeline).add(event, hasNewId);
    },
    async afterUpdate(transaction, before, after) {
      if (before[timeline.currentColumn] === after[timeline.currentColumn]) return;
      await new TimelineEvents(transaction, timeline).append(stateOf(timeline, after));
    },
  };
}

type StateRules = Required<Pick<Rules, "afterCreate" | "afterUpdate">>;

function stateOf({ currentColumn }: Timeline, row: Row) {
  const { projectId = null, _id: ownerId = null, [currentColumn]: value = null } = row;
  return { projectId, ownerId, value };
}
