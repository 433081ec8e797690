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

/** A step someone can take: the state it leads to, and what it is called. */
export interface Step {
  readonly name: "Acknowledge" | "Resolve" | "Reopen";
  readonly done: "acknowledged" | "resolved" | "reopened";
  readonly state: Row;
}

/**
 * The steps that lead on from a record's present state, or back from the end to where records begin; none while the
 * states are not known.
 */
export function stepsFrom(
  lifecycle: Lifecycle,
  record: Row,
  states: readonly Row[],
): readonly Step[] {
  const present = states.find(({ _id }) => _id === record[lifecycle.state.name]);
  const acknowledged = states.find((state) => state.isAcknowledgedState === true);
  const resolved = states.find((state) => state.isResolvedState === true);
  const isResolved = present?.isResolvedState === true;
  const unresolved = states.filter((state) => state.isResolvedState !== true);
  const first = unresolved.find((state) => state.isCreatedState === true) ?? unresolved[0];
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
 * The steps from a record's present state, asked for when there is a lifecycle; undefined while its states are on their
 * way.
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

/** The step of a record that is on its way, also one that was pressed elsewhere or before the page was left. */
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

/** What a mutation of `stepKey` was called with. */
function stepAskedBy(mutation: Mutation): StepAsk {
  return mutation.state.variables as StepAsk;
}

/** Takes a step for a record by giving it the new state; answers the ETag of the new version. */
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

/** Takes a step for a record by adding an event; answers the event, which `useStepBack` removes. */
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
    // Until the record is read anew its old steps stand there: nobody is to take them again. The rest may take longer.
    onSettled: async (_event, _error, { id }) => {
      void refreshAfterStep(client, resource, lifecycleOf(resource)?.events?.timeline);
      const record = { queryKey: keys.get(resource, id), type: "active" } as const;
      await client.refetchQueries(record, { cancelRefetch: false });
    },
  });
}

/** Takes a step back by removing its event: the record is then in the state before it. */
export function useUndoStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ timeline, event }: { readonly timeline: Resource; readonly event: string }) =>
      deleteRecord(timeline, event),
    onSettled: () => void refreshAll(client),
  });
}
