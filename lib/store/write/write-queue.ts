import type { EngineTransaction } from "@/lib/store/port/engine";
import type { WriteOptions } from "@/lib/store/port/store";

/** A write that waits for its turn. */
export interface QueuedWrite {
  /** Runs the write; the result is to be called once it is committed. */
  readonly work: (transaction: EngineTransaction) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
  /** When it came in, by `performance.now`. */
  readonly since: number;
  readonly isLarge: boolean;
}

/** A write that has run and waits for the commit. */
export interface FinishedWrite {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** How long a group takes writes in before it commits. */
const longestGroupMs = 20;

/**
 * Writes in the order they came, which run in groups one after the other: those that come in while a group runs share
 * its commit.
 */
export class WriteQueue {
  readonly #jobs: QueuedWrite[] = [];
  readonly #runGroup: () => Promise<void>;
  readonly #mostInGroup: number;
  #running: Promise<void> | undefined;

  /** `runGroup` takes at least one write out, or rejects all; it never throws. */
  constructor(mostInGroup: number, runGroup: () => Promise<void>) {
    this.#mostInGroup = mostInGroup;
    this.#runGroup = runGroup;
  }

  /** Resolves with what `work` answers once it is committed; rejects when the write or its commit fails. */
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

  /** How many writes wait for their turn, and for how long the first has. */
  waiting(): { readonly writes: number; readonly longestMs: number } {
    const [first] = this.#jobs;
    const longestMs = first ? performance.now() - first.since : 0;
    return { writes: this.#jobs.length, longestMs };
  }

  /** Resolves when no write is under way. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Rejects all that wait. */
  rejectAll(error: unknown): void {
    for (const { reject } of this.#jobs.splice(0)) reject(error);
  }

  /**
   * Hands one write after the other to `run`, which adds it to `done` unless it failed, until none waits, the group is
   * large or old enough, or the next is to come first. `linger` waits a moment for others when none waits.
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
      // In the same turn as the last look at the queue, or a write that comes in between would wait for ever.
      this.#running = undefined;
    }
  }
}
