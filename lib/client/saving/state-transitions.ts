import {
  type Mutation,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { mayRead, useProject } from "@/lib/client/project/project";
import { keys } from "@/lib/client/queries/queries";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";
import { type Lifecycle, lifecycleOf, statesQuery } from "./lifecycle";
import { createRecord, deleteRecord, refreshAll, useUpdate } from "./mutations";
import { refreshAfterStep } from "./refresh-after-step";

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
 * its states load.
 */
export function useSteps(
  resource: Resource,
  project: string,
  record: Row,
): readonly Step[] | undefined {
  const place = useProject();
  const lifecycle = lifecycleOf(resource);
  const states = useQuery({
    ...statesQuery(lifecycle?.states ?? resource, project),
    enabled: lifecycle !== undefined && mayRead(place, lifecycle.states),
  });
  if (states.isLoading) return undefined;
  return lifecycle ? stepsFrom(lifecycle, record, states.data?.data ?? []) : [];
}

interface StepAsk {
  readonly id: string;
  readonly step: Step;
}

const stepKey = ["step"];

/**
 * Returns the pending step of a record, even if it was started elsewhere or before the user left
 * the page.
 */
export function useStepInProgress(id: string): Step | undefined {
  const [step] = useMutationState({
    filters: {
      mutationKey: stepKey,
      status: "pending",
      predicate: (mutation) => stepAskedBy(mutation).id === id,
    },
    select: (mutation) => stepAskedBy(mutation).step,
  });
  return step;
}

/** Returns the variables of a mutation with the key `stepKey`. */
function stepAskedBy(mutation: Mutation): StepAsk {
  return mutation.state.variables as StepAsk;
}

/** Performs a step by setting the record's state. Resolves to the ETag of the new version. */
export function useUpdateStep(resource: Resource, state: Column) {
  const update = useUpdate(resource, (client) =>
    refreshAfterStep(client, resource, lifecycleOf(resource)?.events?.timeline),
  );
  return useMutation({
    mutationKey: stepKey,
    mutationFn: ({ id, step }: StepAsk) =>
      update.mutateAsync({ id, data: { [state.name]: step.state._id ?? null } }),
  });
}

/** Performs a step by creating an event. Resolves to the event, which `useUndoStep` deletes. */
export function useEventStep(resource: Resource, project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: stepKey,
    mutationFn: async ({ id, step }: StepAsk) => {
      const events = lifecycleOf(resource)?.events;
      if (!events) throw new Error(`No events move a ${resource.name} on.`);
      const { timeline, owner, begins } = events;
      const data = { projectId: project, [owner.name]: id, [begins.name]: step.state._id ?? null };
      const { record } = await createRecord(timeline, data);
      return { timeline, event: String(record._id) };
    },
    // Pending until the record is refetched, because its old steps stay visible until then and must
    // not be used twice. Other queries may take longer.
    onSettled: async (_event, _error, { id }) => {
      void refreshAfterStep(client, resource, lifecycleOf(resource)?.events?.timeline);
      const record = { queryKey: keys.get(resource, id), type: "active" } as const;
      await client.refetchQueries(record, { cancelRefetch: false });
    },
  });
}

/** Undoes a step by deleting its event. The record returns to its previous state. */
export function useUndoStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ timeline, event }: { readonly timeline: Resource; readonly event: string }) =>
      deleteRecord(timeline, event),
    onSettled: () => void refreshAll(client),
  });
}
