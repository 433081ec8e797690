import { AppError } from "@/lib/errors";
import { project } from "@/lib/resources/project";
import { requireDeploymentOwner } from "./access";
import { changesOf } from "./changes";
import type { Context } from "./context";

/**
 * The whole database as one file, piece by piece; the change log notes it. Throws
 * 403 for all but deployment owners, 404 where the database is no file.
 */
export async function takeSnapshot(context: Context): Promise<AsyncIterable<Uint8Array>> {
  requireDeploymentOwner(context, "take a snapshot");
  if (!context.store.isOneFile) {
    throw new AppError(
      "not_found",
      "The records are in PostgreSQL, which has no file to take: back it up with pg_dump.",
    );
  }
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
