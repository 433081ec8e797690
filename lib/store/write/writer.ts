import type { Row } from "@/lib/schema/row";
import { authWriter } from "@/lib/store/auth-tables/auth-access";
import { PendingCounters } from "@/lib/store/counts/pending-counters";
import type { Written } from "@/lib/store/counts/write-counts";
import { ChangedRecords } from "@/lib/store/lifecycles/changed-records";
import { ChangedWeeks } from "@/lib/store/periods/changed-weeks";
import type { EngineTransaction } from "@/lib/store/port/engine";
import type { RecordWriter } from "@/lib/store/port/store";
import { recordReader } from "@/lib/store/read/reader";
import type { Statements } from "@/lib/store/statement/statements";
import { putContent } from "@/lib/store/system-tables/content";
import {
  deletedProjectSetting,
  deletedProjects,
  forgetDeletedProject,
} from "@/lib/store/system-tables/deleted-projects";
import { Jobs } from "@/lib/store/system-tables/job-table";
import { systemWriter } from "@/lib/store/system-tables/system-tables";
import { ChangeEntries } from "./change-entries";
import { type DeferredRows, withDeferredRows } from "./deferred-rows";
import { insert, remove } from "./insert-remove";
import { ProjectBounds } from "./project-writer";
import { RareParts } from "./rare-parts";
import { update, updateQuietly } from "./update";
import type { WriteContext } from "./write-context";

/** Path of the resource of the change log. */
const changeLog = "change-log";

/**
 * Runs `work` with a writer over an open transaction. Entries of the change log are written several
 * at a time, counters with those of the other writes of the commit.
 * `written` collects the path of each resource written to.
 */
export async function runWriter<T>(
  transaction: EngineTransaction,
  statements: Statements,
  now: () => Date,
  written: Written,
  work: (writer: RecordWriter) => Promise<T>,
): Promise<T> {
  const deferred: DeferredRows[] = [];
  const connection = withDeferredRows(transaction.connection, deferred);
  const counters = new PendingCounters(transaction, statements);
  const changedWeeks = new ChangedWeeks();
  const changedRecords = new ChangedRecords();
  const deltas = counters.own;
  const context: WriteContext = { connection, statements, deltas, changedWeeks, changedRecords };
  const { project } = transaction;
  const bounds = project === undefined ? undefined : new ProjectBounds(project);
  const entries = new ChangeEntries(
    context,
    transaction,
    bounds && { bounds, log: statements.tables.get(changeLog) },
  );
  deferred.push(counters, entries);
  const system = systemWriter(context, now);
  const tableWritten = (path: string) => {
    written.writes.add(path);
    return statements.table(path);
  };
  const rare = new RareParts(
    () => authWriter(context, now, (path) => written.writes.add(path)),
    () => new Jobs(context, now, () => transaction.announce("jobs")),
  );
  const append = (entry: Row) => {
    transaction.announce("changes");
    return entries.add(tableWritten(changeLog), entry);
  };
  const own: Omit<RecordWriter, keyof RareParts> = {
    insert: ({ path }, row, isFirst) =>
      path === changeLog ? append(row) : insert(context, tableWritten(path), row, isFirst),
    update: ({ path }, id, patch, guard) => update(context, tableWritten(path), id, patch, guard),
    remove: ({ path }, id, guard) => remove(context, tableWritten(path), id, guard),
    putContent: (id, bytes) => putContent(context, id, bytes),
    updateQuietly: ({ path }, id, patch) => {
      written.touches.add(path);
      return updateQuietly(context, statements.table(path), id, patch);
    },
    appendChange: append,
    ...recordReader(context, now),
    ...system,
    deletedProjects: async () => {
      const { deletions } = statements;
      const remaining = await deletedProjects(context);
      // The read sees changes that are not committed, so reads outside find all only later.
      written.noneDeletedAt = remaining.length === 0 ? deletions : undefined;
      return remaining;
    },
    hideDeletedProject: (projectId, note) => {
      statements.hideDeleted();
      // Cached counts of any resource may include records that are hidden now.
      for (const path of statements.tables.keys()) written.writes.add(path);
      return system.putSetting(deletedProjectSetting(projectId), note);
    },
    forgetDeletedProject: (projectId) => forgetDeletedProject(context, projectId),
  };
  const writer = Object.assign(rare, own);
  const result = await (bounds ? bounds.run(writer, work) : work(writer));
  await changedWeeks.write(context);
  if (!changedRecords.isEmpty) {
    for (const path of await changedRecords.write(context)) written.writes.add(path);
  }
  await entries.end();
  return result;
}
