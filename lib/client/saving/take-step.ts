import {
  type Mutation,
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { isProblem } from "@/lib/client/http/problem";
import { readAfterWrite } from "@/lib/client/live/read-again";
import { useProject } from "@/lib/client/project/project";
import { keys, snapshotRecords } from "@/lib/client/queries/queries";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { isOutcomeUnknown } from "./bulk";
import { lifecycleOf } from "./lifecycle";
import { refreshAfterStep, refreshAll, useUpdate } from "./mutations";
import { addEvent, type StepAsk, setState, type UndoStep } from "./send-step";
import { showChange } from "./shown-changes";
import { type Step, stepMethod } from "./state-transitions";

interface HeldStepAsk extends StepAsk {
  /** The record may be older than what the page knows, because a list holds its rows. */
  readonly isHeld?: boolean;
}

/** The variables of a mutation with the key `stepKey`. */
interface SentStep extends HeldStepAsk {
  /** The reply to an earlier step of the record was lost. */
  readonly isUnsure: boolean;
}

/**
 * Result of a step. `taken`: with its undo, if the user may undo it. For the others nothing was sent.
 * `present`: the record had the state already. `changed`: it had a state that the user did not see.
 * `waiting`: another step of the record is pending.
 */
export type StepResult =
  | { readonly is: "taken"; readonly undo: UndoStep | undefined }
  | { readonly is: "present" }
  | { readonly is: "changed"; readonly stateId: JsonValue }
  | { readonly is: "waiting"; readonly pending: Step };

const stepKey = ["step"];

/**
 * Returns the pending step of a record, even if it was started elsewhere or before the user left
 * the page.
 */
export function useStepInProgress(id: string): Step | undefined {
  const [step] = useMutationState({
    filters: { ...stepsOf(id), status: "pending" },
    select: (mutation) => sentStep(mutation).step,
  });
  return step;
}

/** Returns the filters that find the steps of a record among the mutations. */
function stepsOf(id: string) {
  const predicate = (mutation: Mutation) => sentStep(mutation).record._id === id;
  return { mutationKey: stepKey, predicate };
}

/** Returns the variables of a mutation with the key `stepKey`. */
function sentStep(mutation: Mutation): SentStep {
  return mutation.state.variables as SentStep;
}

/**
 * Returns the function that takes a step of a record. Nothing is sent while another step of the record
 * is pending. After a lost reply the record is read first, because the server may have taken that step;
 * so is a held one.
 */
export function useStep(resource: Resource): (ask: HeldStepAsk) => Promise<StepResult> {
  const context = useProject();
  const client = useQueryClient();
  const method = stepMethod(context, resource);
  const timeline = lifecycleOf(resource)?.events?.timeline;
  const update = useUpdate(resource, () => refreshAfterStep(client, resource, timeline));
  const { mutateAsync } = useMutation({
    mutationKey: stepKey,
    mutationFn: async (sent: SentStep): Promise<StepResult> => {
      const now = sent.isUnsure || sent.isHeld ? await readState(resource, sent) : undefined;
      const unsent = now && unsentFor(resource, sent, now.stateId);
      if (unsent) return unsent;
      const undo =
        method === "event"
          ? await addEvent(context, resource, sent, now?.updatedAt)
          : await setState(resource, { ...sent, etag: now?.etag }, update.mutateAsync);
      return { is: "taken", undo };
    },
    // The server answers an event once the record has its state, so the record is not read again. The
    // story brings its version.
    onSuccess: (result, { record, step }) => {
      if (result.is === "taken" && method !== "event") return;
      const stateId = result.is === "changed" ? result.stateId : (step.state._id ?? null);
      showState(client, resource, String(record._id), stateId);
    },
    // The reply may be lost. Only the record itself tells its state then.
    onSettled: async (result, error, { record }) => {
      if (isProblem(error) && error.isUnsent) return;
      if (result?.is !== "taken" || method === "event") {
        void refreshAfterStep(client, resource, timeline);
      }
      if (result?.is === "taken") return;
      const queryKey = keys.get(resource, String(record._id));
      await readAfterWrite(client, { queryKey, type: "active" });
    },
  });
  return async (ask) => {
    const id = String(ask.record._id);
    const [pending] = client.getMutationCache().findAll({ ...stepsOf(id), status: "pending" });
    if (pending) return { is: "waiting", pending: sentStep(pending).step };
    const result = await mutateAsync({ ...ask, isUnsure: isUnsure(client, id) });
    const undo = result.is === "taken" ? result.undo : undefined;
    if (!undo) return result;
    return { is: "taken", undo: () => undo().finally(() => void refreshAll(client)) };
  };
}

/**
 * Returns true if a reply to a step of the record was lost, and no step succeeded since. The cache
 * forgets a step five minutes after its component; the page has read the record again by then.
 */
function isUnsure(client: QueryClient, id: string): boolean {
  const steps = client.getMutationCache().findAll(stepsOf(id));
  const last = steps.findLast(
    ({ state }) => state.status === "success" || isOutcomeUnknown(state.error),
  );
  return last?.state.status === "error";
}

/** Reads the present state of the record and its version. Rejects with an `ApiProblem`. */
async function readState(resource: Resource, { record }: StepAsk) {
  const name = lifecycleOf(resource)?.state.name ?? "";
  const select = { _id: true, [name]: true, updatedAt: true };
  const [read] = await snapshotRecords(resource, { _id: String(record._id) }, select);
  if (!read) return undefined;
  const { [name]: stateId = null, updatedAt } = read.record;
  return { stateId, updatedAt, etag: read.etag };
}

/** Returns why the step is not sent from a state; undefined from the one that the user saw. */
function unsentFor(
  resource: Resource,
  { record, step }: StepAsk,
  stateId: JsonValue,
): StepResult | undefined {
  const name = lifecycleOf(resource)?.state.name ?? "";
  if (stateId === step.state._id) return { is: "present" };
  return stateId === (record[name] ?? null) ? undefined : { is: "changed", stateId };
}

/** Shows a new state of a record everywhere. */
function showState(client: QueryClient, resource: Resource, id: string, stateId: JsonValue): void {
  const name = lifecycleOf(resource)?.state.name ?? "";
  showChange(client, resource, { id, data: { [name]: stateId } });
}
