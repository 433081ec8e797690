import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { everyColumn } from "@/lib/operations/rows/read-record";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { systemContext } from "@/lib/operations/transaction/system-context";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { project } from "@/lib/resources/settings/project";
import type { Resource } from "@/lib/schema/resource";
import type { DeletedProject } from "@/lib/store/port/deleted-project";
import type { Store, Writer } from "@/lib/store/port/store";
import { contextOf, type RemovalNote, readNote } from "./removal-note";
import { deletedWithProject } from "./remove-project";

/**
 * Duration of one slice in this process, and on a database server. The first blocks the event loop,
 * the second only other writes.
 */
const [sliceMs, sliceOfServerMs] = [20, 60];

/** Number of ids read at a time. */
const idsAtOnce = 100;

/** Another process takes over after this time without a slice. */
const claimMs = 30_000;

const running = new WeakMap<Store, { promise: Promise<void>; again: boolean }>();

/**
 * Removes the records of deleted projects in short transactions with pauses until none is left. A
 * concurrent call joins the running one. Of several processes, one removes. Resolves early if a
 * slice fails, which `report` receives; the next call continues.
 */
export function continueRemovals(store: Store, report: (error: unknown) => void): Promise<void> {
  const known = running.get(store);
  if (known) {
    known.again = true;
    return known.promise;
  }
  const state = { promise: Promise.resolve(), again: false };
  state.promise = removeAll(store, state)
    .catch(report)
    .finally(() => running.delete(store));
  running.set(store, state);
  return state.promise;
}

/**
 * Continues removals that a process left unfinished, at once and whenever another process has
 * stopped. Returns a function that ends the watch. `report` receives every failure.
 */
export function watchRemovals(store: Store, report: (error: unknown) => void): () => void {
  const look = async () => {
    try {
      const deletedProjects = await store.reader.deletedProjects();
      if (deletedProjects.length > 0) await continueRemovals(store, report);
    } catch (error) {
      report(error);
    }
  };
  void look();
  const timer = setInterval(() => void look(), claimMs).unref();
  return () => clearInterval(timer);
}

async function removeAll(store: Store, state: { again: boolean }): Promise<void> {
  do {
    state.again = false;
    for (let goesOn = true; goesOn; ) {
      const started = performance.now();
      goesOn = await inTransaction(
        systemContext(store, "Project removal", new Date()),
        removeSlice,
      );
      // Pauses for the duration of the slice, for other writes.
      if (goesOn) await pause(performance.now() - started, undefined, { ref: false });
    }
  } while (state.again);
}

/** Removes records for one slice. Returns false if this process has nothing to remove. */
async function removeSlice(tx: Transaction): Promise<boolean> {
  const { writer } = tx;
  const { store } = tx.context;
  const deletedProjects = await writer.deletedProjects();
  const mine = deletedProjects.find((one) => isMine(store, readNote(one.note)));
  if (!mine) return false;
  const end = performance.now() + (isAlone(store) ? sliceMs : sliceOfServerMs);
  const note = readNote(mine.note);
  const { changes } = tx.for(contextOf(store, note)).as("rule");
  const removing = { writer, changes, projectId: mine.projectId, end };
  const first = emptied.get(mine.projectId) ?? 0;
  for (const [place, resource] of deletedWithProject.entries()) {
    if (place < first || (await removeSome(removing, resource))) continue;
    emptied.set(mine.projectId, place);
    await claim(store, writer, mine, note);
    return true;
  }
  emptied.delete(mine.projectId);
  // A concurrent write may have added records to an emptied resource, so the scan repeats from the
  // first resource.
  if (first > 0) return true;
  await changes.removeNoted(project, mine.projectId);
  await writer.forgetDeletedProject(mine.projectId);
  return true;
}

/** Number of resources already empty, by project, as far as this process knows. */
const emptied = new Map<string, number>();

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

const self = randomUUID();

/** Returns true if this process has exclusive use of the database. */
function isAlone(store: Store): boolean {
  return store.writesOf(project.path) !== undefined;
}

/**
 * Returns true if this process may remove the project. With exclusive use of the database it always
 * may.
 */
function isMine(store: Store, { by, until = 0 }: RemovalNote): boolean {
  return isAlone(store) || by === undefined || by === self || Date.now() > until;
}

async function claim(
  store: Store,
  writer: Writer,
  { projectId }: DeletedProject,
  note: RemovalNote,
): Promise<void> {
  if (isAlone(store)) return;
  const claimed: RemovalNote = { ...note, by: self, until: Date.now() + claimMs };
  await writer.hideDeletedProject(projectId, JSON.stringify(claimed));
}
