import { queryOptions } from "@tanstack/react-query";
import { readFor } from "@/lib/client/queries/background-read";
import { fetchPage, inProject, listQuery } from "@/lib/client/queries/queries";
import { resourceAt } from "@/lib/resources/index";
import type { StateFlags } from "@/lib/schema/lifecycle";
import { flagsOf, relationColumn, stateColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";

/** Lifecycle of a resource, with the resources and columns that its definition names. */
export interface Lifecycle {
  /** Column of the current state. */
  readonly state: Column;
  readonly states: Resource;
  readonly flags: StateFlags;
  readonly severity: Column;
  /** Date at which a record began; undefined stands for its creation. */
  readonly began: string | undefined;
  readonly ended: string | undefined;
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

/** Returns the lifecycle of a resource; undefined if its definition declares none. */
export function lifecycleOf(resource: Resource): Lifecycle | undefined {
  const state = stateColumn(resource);
  const states = resourceAt(state?.field.to ?? "");
  if (!resource.lifecycle || !state || !states) return undefined;
  const { began, ended, severity } = resource.lifecycle;
  const events = eventsOf(resource.lifecycle.events);
  return {
    ...{ state, states, began, ended },
    flags: flagsOf(states),
    severity: relationColumn(resource, severity),
    ...(events && { events }),
  };
}

function eventsOf(path = ""): StateEvents | undefined {
  const timeline = resourceAt(path);
  if (!timeline?.sets) return undefined;
  const { owner, value } = timeline.sets;
  return {
    timeline,
    owner: relationColumn(timeline, owner),
    begins: relationColumn(timeline, value),
  };
}

/**
 * Query of the project's states, in their order. Its request continues when the component that asked
 * leaves the page: the page of a record asks for the same states as the row that was clicked.
 */
export function statesQuery(states: Resource, project: string) {
  const query = inProject(states, project, {});
  const ask = { query, sort: { order: 1 }, ...firstHundred } as const;
  return queryOptions({
    ...listQuery(states, ask),
    queryFn: (context) => readFor(context, (options) => fetchPage(states, ask, options)),
  });
}

/** Query of the events of a record, oldest first; at most 100. */
export function eventsQuery({ timeline, owner }: StateEvents, project: string, id: string) {
  return listQuery(timeline, {
    query: inProject(timeline, project, { [owner.name]: id }),
    sort: { startsAt: 1 },
    ...firstHundred,
  });
}

const firstHundred = { limit: 100, cursor: "", count: "none" } as const;
