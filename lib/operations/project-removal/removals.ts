import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { everyColumn } from "@/lib/operations/rows/read-record";
import { type Changes, changesOf } from "@/lib/operations/transaction/changes";
import { project } from "@/lib/resources/settings/project";
import type { Resource } from "@/lib/schema/resource";
import type { DeletedProject } from "@/lib/store/port/deleted-project";
import type { Store, Writer } from "@/lib/store/port/store";
import { contextOf, type RemovalNote, readNote } from "./removal-note";
import { deletedWithProject } from "./remove-project";

/** How long one transaction removes records: in this process the event loop stands meanwhile, on a server only writes do. */
const [sliceMs, sliceOfServerMs] = [20, 60];

/** So many ids are read at a time. */
const idsAtOnce = 100;

/** After so long without a slice, another process takes over. */
const claimMs = 30_000;

const running = new WeakMap<Store, { promise: Promise<void>; again: boolean }>();

/**
 * Removes what deleted projects have left, in short transactions with pauses, until nothing is left. A call while one is
 * under way joins it. Of several processes one removes. Resolves early when a slice fails, which `report` is told: the next
 * call goes on.
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
 * Goes on with deletions that were under way when a process ended: at once and whenever another process has stopped.
 * Answers a function that ends the watch; `report` is told of every failure.
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
      goesOn = await store.write((writer) => removeSlice(store, writer));
      // Others have as long as that took.
      if (goesOn) await pause(performance.now() - started, undefined, { ref: false });
    }
  } while (state.again);
}

/** False when there is nothing for this process to do. */
async function removeSlice(store: Store, writer: Writer): Promise<boolean> {
  const deletedProjects = await writer.deletedProjects();
  const mine = deletedProjects.find((one) => isMine(store, readNote(one.note)));
  if (!mine) return false;
  const end = performance.now() + (isAlone(store) ? sliceMs : sliceOfServerMs);
  const note = readNote(mine.note);
  const context = contextOf(store, note);
  const changes = changesOf(writer, context, "rule", context.now().toISOString());
  const removing = { writer, changes, projectId: mine.projectId, end };
  const first = emptied.get(mine.projectId) ?? 0;
  for (const [place, resource] of deletedWithProject.entries()) {
    if (place < first || (await removeSome(removing, resource))) continue;
    emptied.set(mine.projectId, place);
    await claim(store, writer, mine, note);
    return true;
  }
  emptied.delete(mine.projectId);
  // A write that was under way may have added to what was empty before: once more from the beginning.
  if (first > 0) return true;
  await writer.remove(project, mine.projectId, { projects: "all" });
  await writer.forgetDeletedProject(mine.projectId);
  return true;
}

/** How many of the resources have no records left in a project, as far as this process knows. */
const emptied = new Map<string, number>();

interface Removing {
  readonly writer: Writer;
  readonly changes: Changes;
  readonly projectId: string;
  /** By `performance.now`. */
  readonly end: number;
}

/** Removes records of a resource until the slice ends. True when none is left. */
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
      // One at a time: a record may hold megabytes.
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

/** Whether this process has the database to itself. */
function isAlone(store: Store): boolean {
  return store.writesOf(project.path) !== undefined;
}

/** A process that has a database to itself leaves nothing to others. */
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
