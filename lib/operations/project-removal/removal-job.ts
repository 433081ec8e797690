import { setTimeout as pause } from "node:timers/promises";
import type { Job, JobKind } from "@/lib/jobs/job-kind";
import { everyColumn } from "@/lib/operations/rows/read-record";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { systemContext } from "@/lib/operations/transaction/system-context";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { project } from "@/lib/resources/settings/project";
import type { Resource } from "@/lib/schema/resource";
import { contextOf, readNote, removalKind } from "./removal-note";
import { deletedWithProject } from "./remove-project";

/**
 * Duration of one slice in this process, and on a database server. The first blocks the event loop,
 * the second only other writes.
 */
const [sliceMs, sliceOfServerMs] = [20, 60];

/** Number of ids read at a time. */
const idsAtOnce = 100;

/**
 * Removes the records of a deleted project, which is the key of the job, in short transactions with
 * pauses until none is left.
 */
export const projectRemoval: JobKind = {
  name: removalKind,
  mostTries: Number.POSITIVE_INFINITY,
  isExclusive: true,
  run: async (job) => {
    const progress = { emptied: 0 };
    for (let goesOn = true; goesOn; ) {
      const started = performance.now();
      goesOn = await inTransaction(systemContext(job.store, "Project removal", new Date()), (tx) =>
        removeSlice(job, progress, tx),
      );
      job.noteProgress();
      // Pauses for the duration of the slice, for other writes.
      if (goesOn) await pause(performance.now() - started, undefined, { signal: job.signal });
    }
  },
};

/** Removes records for one slice. Returns false, and ends the job, if nothing is left. */
async function removeSlice(
  { store, key: projectId, hold, finish }: Job,
  progress: { emptied: number },
  tx: Transaction,
): Promise<boolean> {
  const { writer } = tx;
  await hold(writer);
  const deleted = (await writer.deletedProjects()).find((one) => one.projectId === projectId);
  if (!deleted) {
    await finish(writer);
    return false;
  }
  // A process with exclusive use of the database counts its writes.
  const isAlone = store.writesOf(project.path) !== undefined;
  const end = performance.now() + (isAlone ? sliceMs : sliceOfServerMs);
  const { changes } = tx.for(contextOf(store, readNote(deleted.note))).as("rule");
  const removing = { writer, changes, projectId, end };
  const first = progress.emptied;
  for (const [place, resource] of deletedWithProject.entries()) {
    if (place < first || (await removeSome(removing, resource))) continue;
    progress.emptied = place;
    return true;
  }
  progress.emptied = 0;
  // A concurrent write may have added records to an emptied resource, so the scan repeats from the
  // first resource.
  if (first > 0) return true;
  await changes.removeNoted(project, projectId);
  await writer.forgetDeletedProject(projectId);
  return true;
}

interface Removing extends Pick<Transaction, "writer" | "changes"> {
  readonly projectId: string;
  /** By `performance.now`. */
  readonly end: number;
}

/** Removes records of a resource until the slice ends. Returns true if none is left. */
async function removeSome(
  { writer, changes, projectId, end }: Removing,
  resource: Resource,
): Promise<boolean> {
  const projects = [projectId];
  for (;;) {
    const found = await writer.find(resource, {
      ...{ projects, includeDeleted: true, columns: ["_id"], limit: idsAtOnce },
    });
    if (found.length === 0) return true;
    for (const { _id } of found) {
      if (performance.now() > end) return false;
      // One at a time, because a record may hold megabytes.
      const filter = { op: "eq", column: "_id", value: String(_id) } as const;
      const columns = everyColumn(resource);
      const [row] = await writer.find(resource, {
        projects,
        filter,
        columns,
        includeDeleted: true,
      });
      if (row) await changes.remove(resource, row);
    }
  }
}
