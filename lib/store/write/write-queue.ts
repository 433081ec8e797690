import type { EngineTransaction } from "@/lib/store/port/engine";
import type { WriteOptions } from "@/lib/store/port/store";

/** A write in the queue. */
export interface QueuedWrite {
  /** Runs the write; the returned function is called after the commit. */
  readonly work: (transaction: EngineTransaction) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
  /** Time of arrival, by `performance.now`. */
  readonly since: number;
  readonly isLarge: boolean;
}

/** A write that has run and awaits the commit. */
export interface FinishedWrite {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Time in milliseconds during which a group takes writes before it commits. */
const longestGroupMs = 20;

/**
 * A queue of writes in the order of arrival, run in groups one at a time: writes that arrive while
 * a group runs share its commit.
 */
export class WriteQueue {
  readonly #jobs: QueuedWrite[] = [];
  readonly #runGroup: () => Promise<void>;
  readonly #mostInGroup: number;
  readonly #whenIdle: () => void;
  #running: Promise<void> | undefined;

  /**
   * `runGroup` takes at least one write from the queue, or rejects all; it never throws. `whenIdle`
   * is called when the queue has become empty.
   */
  constructor(
    mostInGroup: number,
    runGroup: () => Promise<void>,
    whenIdle: () => void = () => undefined,
  ) {
    this.#mostInGroup = mostInGroup;
    this.#runGroup = runGroup;
    this.#whenIdle = whenIdle;
  }

  /**
   * Resolves with the result of `work` after the commit; rejects when the write or its commit
   * fails.
   */
  add<T>(
    work: (transaction: EngineTransaction) => Promise<T>,
    { isLarge = false }: WriteOptions = {},
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const job: QueuedWrite = {
        work: async (transaction) => {
          const value = await work(transaction);
          return () => resolve(value);
        },
        reject,
        since: performance.now(),
        isLarge,
      };
      this.#jobs.push(job);
      this.#running ??= this.#runAll();
    });
  }

  /** Returns the number of queued writes and the wait of the oldest. */
  waiting(): { readonly writes: number; readonly longestMs: number } {
    const [first] = this.#jobs;
    const longestMs = first ? performance.now() - first.since : 0;
    return { writes: this.#jobs.length, longestMs };
  }

  /** Resolves when no write is in progress. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Rejects all queued writes. */
  rejectAll(error: unknown): void {
    for (const { reject } of this.#jobs.splice(0)) reject(error);
  }

  /**
   * Passes one write after another to `run`, which adds it to `done` unless it failed, until the
   * queue is empty, the group is large or old enough, or the next write must come first. `linger`
   * waits briefly for more writes when the queue is empty.
   */
  async runGroup(
    done: readonly FinishedWrite[],
    run: (job: QueuedWrite) => Promise<void>,
    linger?: () => Promise<unknown>,
  ): Promise<void> {
    const end = performance.now() + longestGroupMs;
    do {
      const job = this.#jobs.shift();
      if (job) await run(job);
      if (this.#jobs.length === 0) await linger?.();
    } while (this.#mayGoOn(done) && done.length < this.#mostInGroup && performance.now() < end);
  }

  #mayGoOn(done: readonly FinishedWrite[]): boolean {
    const [next] = this.#jobs;
    return next !== undefined && !(next.isLarge && done.length > 0);
  }

  async #runAll(): Promise<void> {
    try {
      while (this.#jobs.length > 0) await this.#runGroup();
    } finally {
      // Reset in the same tick as the last check of the queue, or a write in between would wait
      // forever.
      this.#running = undefined;
      this.#whenIdle();
    }
  }
}
