import { writableProjects } from "@/lib/operations/access/visibility";
import { settleAfterRemove } from "@/lib/operations/derived/derived";
import { continueRemovals } from "@/lib/operations/project-removal/continue-removals";
import { notFound } from "@/lib/operations/rows/not-found";
import { findRow } from "@/lib/operations/rows/read-record";
import { rulesOf } from "@/lib/operations/rules";
import { changedMeanwhile, changesOf } from "@/lib/operations/transaction/changes";
import type { Context } from "@/lib/operations/transaction/context";
import { transactionOf } from "@/lib/operations/transaction/in-transaction";
import type { Resource } from "@/lib/schema/resource";
import type { Writer } from "@/lib/store/port/store";
import { removeWithDependents } from "./cascade";

/** A failure stops the removal of a project's records until the next scheduled run. */
const ignore = () => undefined;

/**
 * Deletes one record. Its dependents are deleted too, and references to it are cleared. Throws 403,
 * 404, 409 if a required reference uses it, or 412 if `ifVersion` is not the record's version.
 */
export async function removeRecord(
  context: Context,
  resource: Resource,
  id: string,
  ifVersion?: number,
): Promise<void> {
  const projects = writableProjects(context, resource, "delete");
  const rules = rulesOf(resource.path);
  const remove = async (writer: Writer) => {
    const row = await findRow(writer, resource, id, projects);
    if (row === undefined) throw notFound(resource, id);
    if (ifVersion !== undefined && ifVersion !== row.version) throw changedMeanwhile(resource);
    const transaction = transactionOf(context, writer);
    if (rules.removeInstead) return rules.removeInstead(transaction, row);
    await rules.beforeRemove?.(transaction, row);
    const changes = changesOf(writer, context, context.channel, transaction.now);
    await removeWithDependents(transaction, resource, row, changes);
    await settleAfterRemove(transaction, resource, row);
    await rules.afterRemove?.(transaction, row);
  };
  // A project is deleted with its records.
  const isProject = resource.scope === "self";
  await context.store.write(remove, { isLarge: isProject });
  if (isProject) void continueRemovals(context.store, ignore);
}
