import type { Mutex } from "@/lib/store/concurrency/mutex";
import type { EngineTransaction, StatementHook } from "@/lib/store/port/engine";
import type { WriteOptions } from "@/lib/store/port/store";
import { addCommit, type CommitStatistics } from "@/lib/store/write/commit-statistics";
import { type FinishedWrite, type QueuedWrite, WriteQueue } from "@/lib/store/write/write-queue";
import type { SqliteConnection } from "./connection/connection";
import { assertWhole, transactionOver } from "./connection/transaction";

/** What writes go through. */
export interface CommitParts {
  readonly writer: SqliteConnection;
  readonly mutex: Mutex;
  readonly onStatement: StatementHook;
  /** Throws once the database is closed. */
  readonly assertOpen: () => void;
  /** Whether a commit waits for a disk, so that it pays to let writes that have just come in join it. */
  readonly isOnDisk: boolean;
  /** Where what was done is added up. */
  readonly work: CommitStatistics;
}

const mostInGroup = 64;

/** The statements around one write: one that is the first of its commit, and one that others came before. */
const whole = { begin: [], release: [], undo: ["rollback", "begin immediate"] };
const part = {
  begin: ["savepoint one_write"],
  release: ["release one_write"],
  undo: ["rollback to one_write", "release one_write"],
};

/**
 * Runs writes one after the other. Those that come in while one runs share its commit, because that is what takes
 * long: each but the first stands in a savepoint of its own, so one that throws leaves nothing and the others alone, and
 * none is reported done before the commit that holds it. When that fails, all of them have failed.
 */
export class GroupCommit {
  readonly #parts: CommitParts;
  readonly #queue: WriteQueue;

  constructor(parts: CommitParts) {
    this.#parts = parts;
    // One turn at the lock for each group, so that others who wait for it are served in between.
    this.#queue = new WriteQueue(mostInGroup, () => parts.mutex.run(() => this.#runGroup()));
  }

  /** Runs `work` as one write: all of it or, when it throws, none. */
  write<T>(
    work: (transaction: EngineTransaction) => Promise<T>,
    manner?: WriteOptions,
  ): Promise<T> {
    return this.#queue.add(work, manner);
  }

  /** How many writes wait for their turn, and for how long the first has. */
  waiting(): { readonly writes: number; readonly longestMs: number } {
    return this.#queue.waiting();
  }

  async #runGroup(): Promise<void> {
    const { writer, assertOpen, onStatement, isOnDisk, work } = this.#parts;
    // Requests that have arrived meanwhile are read in the next turn of the event loop.
    const linger = isOnDisk ? () => new Promise(setImmediate) : undefined;
    const done: FinishedWrite[] = [];
    try {
      assertOpen();
      writer.run("begin immediate", []);
    } catch (error) {
      this.#queue.rejectAll(error);
      return;
    }
    try {
      await this.#queue.runGroup(done, (job) => this.#runJob(job, done), linger);
      if (done.length > 0) onStatement("commit");
      const started = performance.now();
      writer.run("commit", []);
      addCommit(work, started);
    } catch (error) {
      for (const { reject } of done) reject(error);
      if (writer.raw.inTransaction) writer.run("rollback", []);
      return;
    }
    for (const { resolve } of done) resolve();
  }

  async #runJob({ work, reject }: QueuedWrite, done: FinishedWrite[]): Promise<void> {
    const { writer, onStatement, work: all } = this.#parts;
    const started = performance.now();
    const open = { isOpen: true };
    // As long as it is alone, undoing it is undoing all: no page needs to be kept as it was.
    const { begin, release, undo } = done.length === 0 ? whole : part;
    for (const statement of begin) writer.run(statement, []);
    try {
      const resolve = await work(transactionOver(writer, onStatement, open));
      assertWhole(writer);
      for (const statement of release) writer.run(statement, []);
      done.push({ resolve, reject });
    } catch (error) {
      reject(error);
      // A full disk or a failing one has ended the whole transaction already.
      if (!writer.raw.inTransaction) throw error;
      for (const statement of undo) writer.run(statement, []);
    } finally {
      all.writes += 1;
      all.writeMs += performance.now() - started;
      open.isOpen = false;
    }
  }
}
