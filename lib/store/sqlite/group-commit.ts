import type { Mutex } from "@/lib/store/concurrency/mutex";
import type { StatementHook } from "@/lib/store/port/engine";
import type { CommitListeners } from "@/lib/store/write/commit-listeners";
import { addCommit, type CommitStatistics } from "@/lib/store/write/commit-statistics";
import { OpenCommit, OpenWrite } from "@/lib/store/write/open-commit";
import { type FinishedWrite, type QueuedWrite, WriteQueue } from "@/lib/store/write/write-queue";
import type { SqliteConnection } from "./connection/connection";
import { assertWhole, transactionOver } from "./connection/transaction";

/** Parts that a write needs. */
export interface CommitParts {
  readonly writer: SqliteConnection;
  readonly mutex: Mutex;
  readonly onStatement: StatementHook;
  /** Throws once the database is closed. */
  readonly assertOpen: () => void;
  /** Whether commits wait for a disk, which makes it worthwhile to let new writes join. */
  readonly isOnDisk: boolean;
  /** Ends the reads that would not see the commit. */
  readonly beforeCommit: () => void;
  /** Told of each commit that announces a topic. */
  readonly listeners: CommitListeners;
  /** Statistics to update. */
  readonly work: CommitStatistics;
}

const mostInGroup = 64;

/** Statements around the first write of a commit (`whole`) and around a later one (`part`). */
const whole = { begin: [], release: [], undo: ["rollback", "begin immediate"] };
const part = {
  begin: ["savepoint one_write"],
  release: ["release one_write"],
  undo: ["rollback to one_write", "release one_write"],
};

/**
 * Runs writes one at a time. Writes that arrive meanwhile share the commit, because commits are
 * slow: each but the first has its own savepoint, so a failing write is rolled back alone. Writes
 * resolve after their commit, and all fail when it fails.
 */
export class GroupCommit extends WriteQueue {
  readonly #parts: CommitParts;

  constructor(parts: CommitParts) {
    // Acquires the lock once for each group, so that other waiters are admitted in between.
    super(mostInGroup, () => parts.mutex.run(() => this.#runOne()));
    this.#parts = parts;
  }

  async #runOne(): Promise<void> {
    const { writer, assertOpen, onStatement, isOnDisk, beforeCommit, work, listeners } =
      this.#parts;
    // Requests that have arrived meanwhile are read in the next round of the event loop.
    const linger = isOnDisk ? () => new Promise(setImmediate) : undefined;
    const done: FinishedWrite[] = [];
    const commit = new OpenCommit();
    try {
      assertOpen();
      writer.run("begin immediate", []);
    } catch (error) {
      this.rejectAll(error);
      return;
    }
    try {
      await this.runGroup(done, (job) => this.#runJob(job, done, commit), linger);
      await this.#finish(commit);
      if (done.length > 0) onStatement("commit");
      beforeCommit();
      const started = performance.now();
      writer.run("commit", []);
      addCommit(work, started);
    } catch (error) {
      for (const { reject } of done) reject(error);
      if (writer.raw.inTransaction) writer.run("rollback", []);
      return;
    }
    for (const { resolve } of done) resolve();
    listeners.tell(commit.topics);
  }

  async #finish(commit: OpenCommit): Promise<void> {
    const { writer, onStatement } = this.#parts;
    const { connection } = transactionOver(writer, onStatement, new OpenWrite(commit));
    await commit.finish?.(connection);
  }

  async #runJob(
    { work, reject }: QueuedWrite,
    done: FinishedWrite[],
    commit: OpenCommit,
  ): Promise<void> {
    const { writer, onStatement, work: all } = this.#parts;
    const started = performance.now();
    const write = new OpenWrite(commit);
    // While the write is alone, its rollback is a full one, which needs no copies of pages.
    const { begin, release, undo } = done.length === 0 ? whole : part;
    for (const statement of begin) writer.run(statement, []);
    try {
      const resolve = await work(transactionOver(writer, onStatement, write));
      assertWhole(writer);
      for (const statement of release) writer.run(statement, []);
      write.join();
      done.push({ resolve, reject });
    } catch (error) {
      reject(error);
      // A full or failing disk has ended the whole transaction already.
      if (!writer.raw.inTransaction) throw error;
      for (const statement of undo) writer.run(statement, []);
    } finally {
      all.writes += 1;
      all.writeMs += performance.now() - started;
      write.isOpen = false;
    }
  }
}
