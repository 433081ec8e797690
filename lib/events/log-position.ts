import type { Store } from "@/lib/store/port/store";
import { lastSequence } from "./change";

/** Age after which a position is read again beside the request, and before it, in milliseconds. */
const [oldMs, outdatedMs] = [100, 1_000];

/**
 * The position of the last change, for replies that tell where a stream should begin. A position
 * that is asked for before a read is never behind what the read misses: an older one only repeats
 * changes. So the log is read ten times a second at most.
 */
export class LogPosition {
  readonly #store: Store;
  #position = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<number> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Returns the position if it was read within the last 100 ms. */
  known(): number | undefined {
    return performance.now() - this.#readAt < oldMs ? this.#position : undefined;
  }

  /** Returns a position at most a second old. Rejects while the database cannot be read. */
  async before(): Promise<number> {
    const age = performance.now() - this.#readAt;
    if (age < oldMs) return this.#position;
    const reading = this.#read();
    if (age >= outdatedMs) return reading;
    // The read of the request reports a failure.
    reading.catch(() => undefined);
    return this.#position;
  }

  #read(): Promise<number> {
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readNow(): Promise<number> {
    const began = performance.now();
    this.#position = await lastSequence(this.#store.reader);
    this.#readAt = began;
    return this.#position;
  }
}
