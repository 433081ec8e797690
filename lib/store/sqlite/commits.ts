import type { StatementHook, Transaction } from "@/lib/store/engine";
import type { Mutex } from "@/lib/store/mutex";
import type { SqliteConnection } from "./connection";
import { transactionOver } from "./transaction";

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
  readonly work: { writes: number; writeMs: number; commits: number; commitMs: number };
}

/** A write that waits for its turn. */
interface Job {
  /** Runs the write; the result is to be called once it is on the disk. */
  readonly work: (transaction: Transaction) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
  /** When it came in, by `performance.now`. */
  readonly since: number;
}

/** A write that has run and waits for the commit. */
interface Done {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const mostInGroup = 64;
const longestGroupMs = 20;

/**
 * Runs writes one after the other. Those that come in while one runs share its commit, because that is what takes
 * long: each stands in a savepoint of its own, so one that throws leaves nothing and the others alone, and none is
 * reported done before the commit that holds it. When that fails, all of them have failed.
 */
export class Commits {
  readonly #parts: CommitParts;
  readonly #queue: Job[] = [];
  #isRunning = false;

  constructor(parts: CommitParts) {
    this.#parts = parts;
  }

  /** Runs `work` as one write: all of it or, when it throws, none. */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const job: Job = {
        work: async (transaction) => {
          const value = await work(transaction);
          return () => resolve(value);
        },
        reject,
        since: performance.now(),
      };
      this.#queue.push(job);
      if (!this.#isRunning) void this.#runAll();
    });
  }

  /** How many writes wait for their turn, and for how long the first has. */
  waiting(): { readonly writes: number; readonly longestMs: number } {
    const [first] = this.#queue;
    const longestMs = first ? performance.now() - first.since : 0;
    return { writes: this.#queue.length, longestMs };
  }

  /** One turn at the lock for each group, so that others who wait for it are served in between. */
  async #runAll(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#queue.length > 0) await this.#parts.mutex.run(() => this.#runGroup());
    } finally {
      this.#isRunning = false;
    }
  }

  async #runGroup(): Promise<void> {
    const { writer, assertOpen, onStatement, work } = this.#parts;
    const done: Done[] = [];
    try {
      assertOpen();
      writer.run("begin immediate", []);
    } catch (error) {
      for (const { reject } of this.#queue.splice(0)) reject(error);
      return;
    }
    try {
      await this.#runJobs(done);
      if (done.length > 0) onStatement("commit");
      const started = performance.now();
      writer.run("commit", []);
      work.commits += 1;
      work.commitMs += performance.now() - started;
    } catch (error) {
      for (const { reject } of done) reject(error);
      if (writer.raw.inTransaction) writer.run("rollback", []);
      return;
    }
    for (const { resolve } of done) resolve();
  }

  async #runJobs(done: Done[]): Promise<void> {
    const end = performance.now() + longestGroupMs;
    do {
      const job = this.#queue.shift();
      if (job) await this.#runJob(job, done);
      // Requests that have arrived meanwhile are read in the next turn of the event loop.
      if (this.#queue.length === 0 && this.#parts.isOnDisk) await new Promise(setImmediate);
    } while (this.#queue.length > 0 && done.length < mostInGroup && performance.now() < end);
  }

  async #runJob({ work, reject }: Job, done: Done[]): Promise<void> {
    const { writer, onStatement, work: all } = this.#parts;
    const started = performance.now();
    const open = { isOpen: true };
    writer.run("savepoint one_write", []);
    try {
      const resolve = await work(transactionOver(writer, onStatement, open));
      writer.run("release one_write", []);
      done.push({ resolve, reject });
    } catch (error) {
      reject(error);
      // A full disk or a failing one has ended the whole transaction already.
      if (!writer.raw.inTransaction) throw error;
      writer.run("rollback to one_write", []);
      writer.run("release one_write", []);
    } finally {
      all.writes += 1;
      all.writeMs += performance.now() - started;
      open.isOpen = false;
    }
  }
}
