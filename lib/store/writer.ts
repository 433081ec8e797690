import { Bookkeeping } from "./bookkeeping";
import { touch, update } from "./change";
import { putContent } from "./content";
import { Deltas } from "./deltas";
import type { Desk } from "./desk";
import type { Transaction } from "./engine";
import { forgetLeaving, leavingProjects, leavingSetting } from "./leaving";
import type { Plans } from "./plans";
import { readerOver } from "./reader";
import type { Writer } from "./store";
import { insert, remove } from "./write";
import type { Written } from "./write-counts";

/** The path of the resource that keeps the change log. */
const changeLog = "change-log";

/**
 * Runs `work` with a writer over an open transaction; counters are written once, at its end. `written` takes in
 * the path of each resource written to.
 */
export async function runWriter<T>(
  transaction: Transaction,
  plans: Plans,
  now: () => Date,
  written: Written,
  work: (writer: Writer) => Promise<T>,
): Promise<T> {
  const { connection } = transaction;
  const deltas = new Deltas();
  const settleCounters = () => deltas.write(connection, plans);
  const desk: Desk = { connection, plans, deltas, settleCounters };
  const books = new Bookkeeping(desk, now);
  const tableWritten = (path: string) => {
    written.writes.add(path);
    return plans.table(path);
  };
  const result = await work({
    ...readerOver(desk, now),
    insert: ({ path }, row) => insert(desk, tableWritten(path), row),
    update: ({ path }, id, patch, guard) => update(desk, tableWritten(path), id, patch, guard),
    remove: ({ path }, id, guard) => remove(desk, tableWritten(path), id, guard),
    putContent: (id, bytes) => putContent(desk, id, bytes),
    touch: ({ path }, id, patch) => {
      written.touches.add(path);
      return touch(desk, plans.table(path), id, patch);
    },
    appendChange: (entry) => insert(desk, tableWritten(changeLog), entry),
    leavingProjects: async () => {
      const leaving = await leavingProjects(desk);
      if (leaving.length === 0) plans.noneLeaving();
      return leaving;
    },
    hideLeaving: (projectId, note) => {
      plans.hidesLeaving = true;
      // Cached counts of any resource may include records that are hidden now.
      for (const path of plans.tables.keys()) written.writes.add(path);
      return books.putSetting(leavingSetting(projectId), note);
    },
    forgetLeaving: (projectId) => forgetLeaving(desk, projectId),
    putSetting: (name, value) => books.putSetting(name, value),
    keepAnswer: (caller, path, key, kept) => books.keepAnswer(caller, path, key, kept),
    countUp: (name) => books.countUp(name),
    raiseTo: (name, atLeast) => books.raiseTo(name, atLeast),
    authDatabase: () => transaction.authDatabase,
  });
  await settleCounters();
  return result;
}
