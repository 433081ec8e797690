/**
 * The time of each status, in milliseconds. A status is a place in a list. Performance: lists of
 * numbers, because a request has up to 90,000 days.
 */
export class StatusTimes {
  readonly #times: Float64Array;
  readonly #seen: Uint32Array;
  /** Number of statuses that occurred. */
  count = 0;

  constructor(statuses: number) {
    this.#times = new Float64Array(statuses);
    this.#seen = new Uint32Array(statuses);
  }

  /** Forgets all times. */
  clear(): void {
    for (let at = 0; at < this.count; at += 1) this.#times[this.placeAt(at)] = 0;
    this.count = 0;
  }

  /** Adds a time above 0. */
  add(place: number, lastedMs: number): void {
    const before = this.#times[place] ?? 0;
    if (before === 0) {
      this.#seen[this.count] = place;
      this.count += 1;
    }
    this.#times[place] = before + lastedMs;
  }

  /** Returns the status that occurred at a place of the order of first occurrence. */
  placeAt(at: number): number {
    return this.#seen[at] ?? 0;
  }

  /** Returns the time of a status. */
  timeOf(place: number): number {
    return this.#times[place] ?? 0;
  }
}
