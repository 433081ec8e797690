import { tooExpensive } from "@/lib/store/concurrency/time-slices";

/**
 * Number of rows between two checks of the clock. A call from SQLite costs more than reading the
 * clock, but testing a short row costs less than both.
 */
const rowsPerLook = 16;

/** Time limit of the statement in progress. */
export class Deadline {
  readonly #limitMs: number;
  #end = Number.POSITIVE_INFINITY;
  #rows = 0;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Starts the time limit: `mostMs`, or the query deadline. */
  start(mostMs = this.#limitMs): void {
    this.#end = performance.now() + mostMs;
    this.#rows = 0;
  }

  /** Removes the time limit until the next start. */
  suspend(): void {
    this.#end = Number.POSITIVE_INFINITY;
  }

  /** Called for each row. Throws `query_too_expensive` after the deadline. */
  checkRow(): 1 {
    this.#rows += 1;
    return this.#rows % rowsPerLook === 0 ? this.check() : 1;
  }

  /** Throws `query_too_expensive` after the deadline. */
  check(): 1 {
    if (performance.now() > this.#end) throw tooExpensive(this.#limitMs);
    return 1;
  }
}
