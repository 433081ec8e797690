import type { Change } from "./change";

/** A change of a record without its values. */
export type RecordChange = Pick<
  Change,
  "sequence" | "projectId" | "resource" | "recordId" | "operation" | "actorId" | "requestId"
> & {
  /** Names of the changed fields of an update. */
  readonly fields: readonly string[];
};

/** Returns a change of the log without the values before and after it. */
export function withoutValues(change: Change): RecordChange {
  const { sequence, projectId, resource, recordId, operation, actorId, requestId } = change;
  const fields = operation === "update" ? Object.keys(change.after ?? {}) : [];
  return { sequence, projectId, resource, recordId, operation, actorId, requestId, fields };
}
