import { type QueryMeta, useQuery } from "@tanstack/react-query";
import { mayRead, mayUse, type ProjectContext, useProject } from "@/lib/client/project/project";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Lifecycle, lifecycleOf, statesQuery } from "./lifecycle";

/** A step: its names and the state it sets. */
export interface Step {
  readonly name: "Acknowledge" | "Resolve" | "Reopen";
  readonly done: "acknowledged" | "resolved" | "reopened";
  readonly state: Row;
}

/**
 * Returns the steps forward from a record's state, or from a resolved state back to the first one.
 * Empty while the states are unknown.
 */
export function stepsFrom(
  lifecycle: Lifecycle,
  record: Row,
  states: readonly Row[],
): readonly Step[] {
  const { flags } = lifecycle;
  const present = states.find(({ _id }) => _id === record[lifecycle.state.name]);
  const acknowledged = states.find((state) => state[flags.acknowledged] === true);
  const resolved = states.find((state) => state[flags.resolved] === true);
  const isResolved = present?.[flags.resolved] === true;
  const unresolved = states.filter((state) => state[flags.resolved] !== true);
  const first = unresolved.find((state) => state[flags.created] === true) ?? unresolved[0];
  const place = Number(present?.order ?? 0);
  const isBefore = acknowledged !== undefined && place < Number(acknowledged.order ?? 0);
  return [
    ...(acknowledged && isBefore && !isResolved
      ? [{ name: "Acknowledge", done: "acknowledged", state: acknowledged } as const]
      : []),
    ...(resolved && !isResolved
      ? [{ name: "Resolve", done: "resolved", state: resolved } as const]
      : []),
    ...(first && isResolved ? [{ name: "Reopen", done: "reopened", state: first } as const] : []),
  ];
}

/**
 * Returns the steps from a record's state, fetched if the resource has a lifecycle; undefined while
 * its states load. `meta` is that of their query.
 */
export function useSteps(
  resource: Resource,
  project: string,
  record: Row,
  meta?: QueryMeta,
): readonly Step[] | undefined {
  const place = useProject();
  const lifecycle = lifecycleOf(resource);
  const states = useQuery({
    ...statesQuery(lifecycle?.states ?? resource, project),
    ...(meta && { meta }),
    enabled: lifecycle !== undefined && mayRead(place, lifecycle.states),
  });
  if (states.isLoading) return undefined;
  return lifecycle ? stepsFrom(lifecycle, record, states.data?.data ?? []) : [];
}

/** How a step is taken: by an event of the timeline or by an update of the record. */
export type StepMethod = "event" | "update" | "none";

/** Returns how the user may take steps. An event is preferred, because it can be deleted again. */
export function stepMethod(context: ProjectContext, resource: Resource): StepMethod {
  const lifecycle = lifecycleOf(resource);
  if (!lifecycle) return "none";
  const { events } = lifecycle;
  if (events && mayUse(context, events.timeline, "create")) return "event";
  return mayUse(context, resource, "update") ? "update" : "none";
}
