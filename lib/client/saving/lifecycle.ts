import { queryOptions } from "@tanstack/react-query";
import { inProject, listQuery } from "@/lib/client/queries/queries";
import { resourceAt, resources } from "@/lib/resources/index";
import { presentState } from "@/lib/schema/record/present-state";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** How records of a resource move from state to state, as its definitions tell. */
export interface Lifecycle {
  /** The column that holds the present state. */
  readonly state: Column;
  readonly states: Resource;
  /** The events that move a record on; absent where its state is only written. */
  readonly events?: StateEvents;
}

/** The events of a lifecycle. */
export interface StateEvents {
  readonly timeline: Resource;
  /** The columns of an event: whose it is, and which state it begins. */
  readonly owner: Column;
  readonly begins: Column;
}

/** The lifecycle of incidents, alerts and their episodes; undefined for what has no present state. */
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

/** The project's states, in their order. */
export function statesQuery(states: Resource, project: string) {
  return listQuery(states, {
    query: inProject(states, project, {}),
    sort: { order: 1 },
    limit: 100,
    cursor: "",
    count: "none",
  });
}

/** The events of a record, the earliest first; at most 100. */
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
