import {
  type Mutation,
  type QueryClient,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { readAfterWrite } from "@/lib/client/live/read-again";
import { mayRead, mayUse, type ProjectContext, useProject } from "@/lib/client/project/project";
import { type Change, keys } from "@/lib/client/queries/queries";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Lifecycle, lifecycleOf, statesQuery } from "./lifecycle";
import {
  createRecord,
  deleteRecord,
  refreshAfterStep,
  refreshAll,
  updateRecord,
  useUpdate,
} from "./mutations";
import { showChange } from "./shown-changes";

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

interface StepAsk {
  readonly record: Row;
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
      predicate: (mutation) => stepAskedBy(mutation).record._id === id,
    },
    select: (mutation) => stepAskedBy(mutation).step,
  });
  return step;
}

/** Returns the variables of a mutation with the key `stepKey`. */
function stepAskedBy(mutation: Mutation): StepAsk {
  return mutation.state.variables as StepAsk;
}

/** Undoes a step. Rejects with an `ApiProblem`. */
type UndoStep = () => Promise<void>;

/** Takes a step of a record. Resolves to its undo; undefined if the user may not undo it. */
export function useStep(resource: Resource): (ask: StepAsk) => Promise<UndoStep | undefined> {
  const context = useProject();
  const client = useQueryClient();
  const method = stepMethod(context, resource);
  const timeline = lifecycleOf(resource)?.events?.timeline;
  const update = useUpdate(resource, () => refreshAfterStep(client, resource, timeline));
  const { mutateAsync } = useMutation({
    mutationKey: stepKey,
    mutationFn: (ask: StepAsk): Promise<UndoStep | undefined> =>
      method === "event"
        ? addEvent(context, resource, ask)
        : setState(resource, ask, update.mutateAsync),
    // The server answers an event once the record has its state, so the record is not read again. The
    // story brings its version.
    onSuccess: (_undo, { record, step }) => {
      if (method === "event") showState(client, resource, String(record._id), step.state);
    },
    // The reply to an event may be lost. Only the record itself tells its state then.
    onSettled: async (_undo, error, { record }) => {
      if (method !== "event") return;
      void refreshAfterStep(client, resource, timeline);
      if (!error) return;
      const queryKey = keys.get(resource, String(record._id));
      await readAfterWrite(client, { queryKey, type: "active" });
    },
  });
  return async (ask) => {
    const undo = await mutateAsync(ask);
    return undo && (() => undo().finally(() => void refreshAll(client)));
  };
}

/** Shows a new state of a record everywhere. */
function showState(client: QueryClient, resource: Resource, id: string, state: Row): void {
  const name = lifecycleOf(resource)?.state.name ?? "";
  showChange(client, resource, { id, data: { [name]: state._id ?? null } });
}

/** Adds an event to the timeline. Deleting it returns the record to its previous state. */
async function addEvent(
  context: ProjectContext,
  resource: Resource,
  { record, step }: StepAsk,
): Promise<UndoStep | undefined> {
  const events = lifecycleOf(resource)?.events;
  if (!events) throw new Error(`No events move a ${resource.name} on.`);
  const { timeline, owner, begins } = events;
  const { record: event } = await createRecord(timeline, {
    projectId: context.project._id,
    [owner.name]: record._id ?? null,
    [begins.name]: step.state._id ?? null,
  });
  if (!mayUse(context, timeline, "delete")) return undefined;
  return () => deleteRecord(timeline, String(event._id));
}

/** Sets the state of the record. The undo sets the previous one, unless the record was changed. */
async function setState(
  resource: Resource,
  { record, step }: StepAsk,
  update: (change: Change) => Promise<string | undefined>,
): Promise<UndoStep> {
  const name = lifecycleOf(resource)?.state.name ?? "";
  const id = String(record._id);
  const etag = await update({ id, data: { [name]: step.state._id ?? null } });
  const back = { [name]: record[name] ?? null };
  return async () => void (await updateRecord(resource, { id, data: back, etag }));
}
