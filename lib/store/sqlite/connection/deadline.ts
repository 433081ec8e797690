import { tooExpensive } from "@/lib/store/concurrency/time-slices";

/** The call from SQLite costs more than a look at the clock, but so short a test of a row costs less than both. */
const rowsPerLook = 16;

/** How long the statement under way may take. */
export class Deadline {
  readonly #limitMs: number;
  #end = Number.POSITIVE_INFINITY;
  #rows = 0;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Begins to count: `mostMs`, or all that a query may take. */
  start(mostMs = this.#limitMs): void {
    this.#end = performance.now() + mostMs;
    this.#rows = 0;
  }

  /** Until the next start, statements may take as long as they need. */
  suspend(): void {
    this.#end = Number.POSITIVE_INFINITY;
  }

  /** Called once a row. Throws `query_too_expensive` after the end. */
  checkRow(): 1 {
    this.#rows += 1;
    return this.#rows % rowsPerLook === 0 ? this.check() : 1;
  }

  /** Throws `query_too_expensive` after the end. */
  check(): 1 {
    if (performance.now() > this.#end) throw tooExpensive(this.#limitMs);
    return 1;
  }
}
