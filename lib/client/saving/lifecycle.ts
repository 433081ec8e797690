import { queryOptions } from "@tanstack/react-query";
import { inProject, listQuery } from "@/lib/client/queries/queries";
import { resourceAt, resources } from "@/lib/resources/index";
import { presentState } from "@/lib/schema/record/present-state";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** State machine of a resource, derived from its definitions. */
export interface Lifecycle {
  /** Column of the current state. */
  readonly state: Column;
  readonly states: Resource;
  /** Events that change the state; absent if the state is only written directly. */
  readonly events?: StateEvents;
}

/** Events of a lifecycle. */
export interface StateEvents {
  readonly timeline: Resource;
  /** Columns of an event: the record it belongs to and the state it starts. */
  readonly owner: Column;
  readonly begins: Column;
}

/**
 * Returns the lifecycle of incidents, alerts and their episodes; undefined for a resource without a
 * current state.
 */
export function lifecycleOf(resource: Resource): Lifecycle | undefined {
  const state = presentState(resource, resourceAt);
  const states = resourceAt(state?.field.to ?? "");
  if (!state || !states) return undefined;
  const events = eventsOf(resource, states);
  return { state, states, ...(events && { events }) };
}

function eventsOf(resource: Resource, states: Resource): StateEvents | undefined {
  for (const timeline of resources.values()) {
    if (timeline.fields.startsAt === undefined) continue;
    const { columns } = shapeOf(timeline);
    const owner = columns.find(({ field }) => field.to === resource.path);
    const begins = columns.find(({ field }) => field.to === states.path);
    if (owner && begins) return { timeline, owner, begins };
  }
  return undefined;
}

/** Query of the project's states, in their order. */
export function statesQuery(states: Resource, project: string) {
  return listQuery(states, {
    query: inProject(states, project, {}),
    sort: { order: 1 },
    limit: 100,
    cursor: "",
    count: "none",
  });
}

/** Query of the events of a record, oldest first; at most 100. */
export function eventsQuery({ timeline, owner }: StateEvents, project: string, id: string) {
  return queryOptions(
    listQuery(timeline, {
      query: inProject(timeline, project, { [owner.name]: id }),
      sort: { startsAt: 1 },
      limit: 100,
      cursor: "",
      count: "none",
    }),
  );
}
