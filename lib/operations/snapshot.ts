import { AppError } from "@/lib/errors";
import { project } from "@/lib/resources/project";
import type { SnapshotForm } from "@/lib/store/store";
import { requireDeploymentOwner } from "./access";
import { changesOf } from "./changes";
import type { Context } from "./context";

/** What kind of file a snapshot is. Throws 403 for all but deployment owners, 404 where none can be taken. */
export async function snapshotForm(context: Context): Promise<SnapshotForm> {
  requireDeploymentOwner(context, "take a snapshot");
  const form = await context.store.snapshotForm();
  if (form.missing !== null) {
    throw new AppError("not_found", `There is no snapshot to take: ${form.missing}.`);
  }
  return form;
}

/** The whole database as one file, piece by piece; the change log notes it. Throws as `snapshotForm`. */
export async function takeSnapshot(context: Context): Promise<AsyncIterable<Uint8Array>> {
  await snapshotForm(context);
  await context.store.write((writer) =>
    changesOf(writer, context, context.channel, context.now().toISOString()).note(
      project,
      "snapshot",
      null,
      {},
    ),
  );
  return context.store.snapshot();
}
