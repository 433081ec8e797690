import { AppError } from "@/lib/errors";
import { requireConfirmation } from "@/lib/operations/access/confirmation";
import { requireDeploymentOwner } from "@/lib/operations/explain-access/explain-access";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { project } from "@/lib/resources/settings/project";
import { chunksFrom } from "@/lib/store/concurrency/chunks";
import type { SnapshotForm } from "@/lib/store/port/database-facts";

/** Operation in the change log for a snapshot that was read to its end. */
export const sentSnapshot = "snapshot-sent";

/**
 * Returns the file format of a snapshot. Throws 403 for all but deployment owners, 404 if the
 * server cannot take one.
 */
export async function snapshotForm(context: Context): Promise<SnapshotForm> {
  requireDeploymentOwner(context, "take a snapshot");
  requireConfirmation(context);
  const form = await context.store.snapshotForm();
  if (form.missing !== null) {
    throw new AppError("not_found", `There is no snapshot to take: ${form.missing}.`);
  }
  return form;
}

/**
 * Returns the whole database as one file in chunks. Records the caller in the change log before the
 * first chunk, and the completion after the last. Throws like `snapshotForm`.
 */
export async function takeSnapshot(context: Context): Promise<AsyncIterable<Uint8Array>> {
  await snapshotForm(context);
  const pieces = (await context.store.snapshot())[Symbol.asyncIterator]();
  const close = async () => {
    await pieces.return?.();
  };
  try {
    await note(context, "snapshot");
  } catch (error) {
    await close();
    throw error;
  }
  return chunksFrom(async () => {
    const { done, value } = await pieces.next();
    if (!done) return value;
    // A complete download is a backup even if it cannot be recorded.
    await note(context, sentSnapshot).catch(() => undefined);
    return undefined;
  }, close);
}

async function note(context: Context, operation: string): Promise<void> {
  const isDone = operation === sentSnapshot;
  const work = async (tx: Transaction) => {
    await tx.changes.note(project, operation, { projectId: null }, {});
    if (!isDone) await tx.logAccess({ event: "snapshot" });
  };
  await inTransaction(context, work, { isDone });
}
