/** Weight of the newest sample. Small, so that a few slow requests do not dominate. */
const weightOfOne = 1 / 500;

/** Moving average of the interval between admissions. */
export class MovingAverage {
  #ms = 0;
  #lastBegan: number | undefined;

  /** The average interval in milliseconds. */
  get ms(): number {
    return this.#ms;
  }

  /** Adds an admission at `now`, in milliseconds. */
  add(now: number): void {
    if (this.#lastBegan !== undefined) this.#ms += (now - this.#lastBegan - this.#ms) * weightOfOne;
    this.#lastBegan = now;
  }

  /** Leaves out the time until the next admission. Call it when a queue starts. */
  pause(): void {
    this.#lastBegan = undefined;
  }

  /** Forgets the average, because the last queue may be hours ago. */
  reset(): void {
    this.#ms = 0;
  }
}
