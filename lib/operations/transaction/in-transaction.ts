import { yieldEvery } from "@/lib/store/concurrency/yield-every";
import type { RecordWriter, WriteOptions } from "@/lib/store/port/store";
import { type Change, changesOf } from "./changes";
import type { Context } from "./context";
import { logAccess } from "./log-access";
import { MadeChanges } from "./made-changes";
import { ProjectRows } from "./project-rows";
import { RecordVersions } from "./record-versions";
import type { Transaction } from "./transaction";

/** Options of a transaction. */
export interface TransactionOptions extends WriteOptions {
  /** `false` rolls everything back and still returns the result, for a preview. Default: `true`. */
  readonly keep?: boolean;
  /** `true` for a note about something done already: a caller who lost the access is not refused. */
  readonly isDone?: boolean;
}

/**
 * Runs `work` in one transaction for the caller of `context`, and returns its result after the
 * commit. Throws 401 or 403 if the caller lost the access while the write waited. If `work` throws,
 * everything is rolled back. Await no I/O inside.
 */
export async function inTransaction<T>(
  context: Context,
  work: (tx: Transaction) => Promise<T>,
  { keep = true, isDone = false, ...options }: TransactionOptions = {},
): Promise<T> {
  const { lockWait } = context;
  const run = async (writer: RecordWriter) => {
    lockWait?.endLockWait();
    if (!isDone) await context.requireCurrent?.(writer);
    return work(transactionOver(writer, context));
  };
  // The queue ends a wait whose transaction never began, with the request.
  lockWait?.beginLockWait();
  if (keep) return context.store.write(run, options);
  const rollback = new Error("The write was a preview.");
  let result: { readonly value: T } | undefined;
  try {
    return await context.store.write(async (writer) => {
      result = { value: await run(writer) };
      throw rollback;
    }, options);
  } catch (error) {
    if (error !== rollback || result === undefined) throw error;
    return result.value;
  }
}

/** Returns the transaction of an open write, with one time for all its changes. */
function transactionOver(writer: RecordWriter, context: Context): Transaction {
  const projects = new ProjectRows(writer);
  const kept = { versions: new RecordVersions(), made: new MadeChanges(), projects };
  const shared = { writer, giveTurn: yieldEvery(), ...kept };
  const from = (change: Change): Transaction => ({
    context: change.context,
    now: change.now,
    writer,
    changes: changesOf(shared, change),
    project: (id) => projects.of(id),
    logAccess: (done) => logAccess(writer, change.context, done),
    as: (channel) => from({ ...change, channel }),
    for: (other) => from(changeBy(other)),
  });
  return from(changeBy(context));
}

function changeBy(context: Context): Change {
  return { context, channel: context.channel, now: context.now().toISOString() };
}
