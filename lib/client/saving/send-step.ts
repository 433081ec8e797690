import { mayUse, type ProjectContext } from "@/lib/client/project/project";
import type { Change } from "@/lib/client/queries/queries";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { createOnce } from "./create-once";
import { lifecycleOf } from "./lifecycle";
import { deleteRecord, updateRecord } from "./mutations";
import type { Step } from "./state-transitions";

/** A step of a record, whose values are those that the user saw. */
export interface StepAsk {
  readonly record: Row;
  readonly step: Step;
}

/** Undoes a step. Rejects with an `ApiProblem`. */
export type UndoStep = () => Promise<void>;

/**
 * Adds an event to the timeline. Deleting it returns the record to its previous state. An equal step
 * from the same version of the record has the same `Idempotency-Key`, also after a reload: the first
 * request may still wait at the server. `updatedAt` is that of the version.
 */
export async function addEvent(
  context: ProjectContext,
  resource: Resource,
  { record, step }: StepAsk,
  updatedAt = record.updatedAt,
): Promise<UndoStep | undefined> {
  const events = lifecycleOf(resource)?.events;
  if (!events) throw new Error(`No events move a ${resource.name} on.`);
  const { timeline, owner, begins } = events;
  const project = context.project._id;
  const place = { person: context.me._id, project, resource: timeline };
  // Without the version, an equal step from a later one would be taken for this one.
  const isKnown = typeof updatedAt === "string";
  const add = createOnce(isKnown ? { ...place, record: `${record._id}@${updatedAt}` } : undefined);
  const { record: event } = await add(timeline, {
    projectId: project,
    [owner.name]: record._id ?? null,
    [begins.name]: step.state._id ?? null,
  });
  if (!mayUse(context, timeline, "delete")) return undefined;
  return () => deleteRecord(timeline, String(event._id));
}

/** Sets the state of the record. The undo sets the previous one, unless the record was changed. */
export async function setState(
  resource: Resource,
  { record, step, etag: read }: StepAsk & Pick<Change, "etag">,
  update: (change: Change) => Promise<string | undefined>,
): Promise<UndoStep> {
  const name = lifecycleOf(resource)?.state.name ?? "";
  const id = String(record._id);
  const etag = await update({ id, data: { [name]: step.state._id ?? null }, etag: read });
  const back = { [name]: record[name] ?? null };
  return async () => void (await updateRecord(resource, { id, data: back, etag }));
}
