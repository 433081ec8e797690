import type { PoolClient } from "pg";
import type { StatementHook } from "@/lib/store/port/engine";
import { type OpenCommit, OpenWrite } from "@/lib/store/write/open-commit";
import { OutsideProject } from "@/lib/store/write/outside-project";
import type { FinishedWrite, QueuedWrite } from "@/lib/store/write/write-queue";
import {
  isConflictOfProjects,
  isConflictOfTransactions,
  isLost,
  translated,
} from "./connection/errors";
import { Pipeline } from "./connection/pipeline";

const mostTries = 4;

/** Parts of a transaction that several writes share. */
interface Shared {
  readonly onStatement: StatementHook;
  readonly commit: OpenCommit;
  /** The project whose lock the transaction holds; absent: it holds that of the deployment. */
  readonly project: string | undefined;
}

/**
 * Runs a write in a savepoint of the open transaction, and again after a deadlock. Adds it to
 * `done` on success, else rejects it. Throws when the connection is lost.
 */
export async function runQueuedWrite(
  client: PoolClient,
  job: QueuedWrite,
  done: FinishedWrite[],
  shared: Shared,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const write = new OpenWrite(shared.commit);
      const resolve = await attempt(client, job, write, shared);
      write.join();
      done.push({ resolve, reject: job.reject });
      return;
    } catch (error) {
      const isAlone = shared.project === undefined;
      const again = isAlone && tries < mostTries && isConflictOfTransactions(error);
      if (!again) job.reject(reasonOf(error, shared));
      await undo(client, job, error);
      if (!again) return;
    }
  }
}

/** Returns what the write is rejected with. A conflict with another project is decided alone. */
function reasonOf(error: unknown, { project }: Shared): unknown {
  if (project === undefined) return translated(error);
  const isConflict = isConflictOfTransactions(error) || isConflictOfProjects(error);
  return isConflict ? new OutsideProject() : translated(error);
}

/** Rolls back a failed write. Throws, after rejecting the write, when the connection is lost. */
async function undo(client: PoolClient, job: QueuedWrite, failure: unknown): Promise<void> {
  if (isLost(failure)) throw failure;
  try {
    await client.query("rollback to one_write; release one_write");
  } catch (error) {
    // A write to be retried has not been rejected yet.
    job.reject(translated(error));
    throw error;
  }
}

async function attempt(
  client: PoolClient,
  { work }: QueuedWrite,
  write: OpenWrite,
  { onStatement, commit, project }: Shared,
): Promise<() => void> {
  const pipeline = new Pipeline(client, (text) => {
    write.assertOpen();
    onStatement(text);
  });
  pipeline.sendCommand("savepoint one_write");
  try {
    const resolve = await work({
      connection: pipeline,
      announce: (topic) => {
        commit.topics.add(topic);
      },
      commit,
      whenJoined: (act) => write.whenJoined(act),
      project,
    });
    write.isOpen = false;
    pipeline.sendCommand("release one_write");
    await pipeline.succeeded();
    return resolve;
  } finally {
    write.isOpen = false;
    // Waits for statements of a branch that outlived the failure of another branch.
    await pipeline.answered();
  }
}
