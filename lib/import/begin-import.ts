import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { StartupError } from "@/lib/startup-error";
import { newId } from "@/lib/store/port/new-id";
import { type Import, lastImport, storeImport } from "./state/progress";

/** The options of the operator. */
export interface BeginOptions {
  readonly from: string;
  readonly projectId: string;
  readonly resume: boolean;
  readonly intoExisting: boolean;
}

/**
 * Begins an import, or returns the unfinished one that the operator resumes. Throws a `StartupError`
 * before anything is written if the project is there already, unless the operator allows that.
 */
export async function beginImport(context: Context, ask: BeginOptions): Promise<Import> {
  const { projectId, resume, from } = ask;
  return await inTransaction(context, async (tx) => {
    const last = await lastImport(tx.writer, projectId);
    const deleted = await tx.writer.deletedProjects();
    if (deleted.some((one) => one.projectId === projectId)) {
      throw new StartupError(
        `The project ${projectId} is being deleted here. Run the server until its records are gone, then import.`,
      );
    }
    const isThere = (await tx.project(projectId)) !== undefined;
    if (resume) return resumed(last, ask);
    requireNew(isThere, last, ask);
    const begunAt = tx.now;
    const one: Import = { run: newId(), from, projectId, begunAt };
    await storeImport(tx.writer, one);
    return one;
  });
}

function resumed(last: Import | undefined, { from, projectId }: BeginOptions): Import {
  if (last === undefined) {
    throw new StartupError(
      `No import of the project ${projectId} was begun in this database. Leave --resume out.`,
    );
  }
  if (last.finishedAt !== undefined) {
    throw new StartupError(
      `The import of ${last.begunAt} is finished. To take what was added in the source since then, use --into-existing in place of --resume.`,
    );
  }
  if (last.from === from) return last;
  throw new StartupError(
    `The unfinished import reads ${last.from}. Name that server in --from to continue it.`,
  );
}

function requireNew(isThere: boolean, last: Import | undefined, ask: BeginOptions): void {
  if (!isThere || ask.intoExisting) return;
  const isUnfinished = last !== undefined && last.finishedAt === undefined;
  throw new StartupError(
    isUnfinished
      ? `An import of this project was begun at ${last.begunAt} and is not finished. Continue it with --resume.`
      : `The project ${ask.projectId} is here already. To add the records that it lacks, and leave those that it has as they are, use --into-existing.`,
  );
}
