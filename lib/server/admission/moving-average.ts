/** How much the last to begin counts: little, so that a few slow ones are not held for all. */
const weightOfOne = 1 / 500;

/** How quickly the requests of a line begin, as a moving average. */
export class MovingAverage {
  #ms = 0;
  #lastBegan: number | undefined;

  /** Milliseconds from one to the next. */
  get ms(): number {
    return this.#ms;
  }

  /** One began `now`, in milliseconds. */
  add(now: number): void {
    if (this.#lastBegan !== undefined) this.#ms += (now - this.#lastBegan - this.#ms) * weightOfOne;
    this.#lastBegan = now;
  }

  /** To be called where a line begins: what the last one took says nothing of it, which may be hours ago. */
  reset(): void {
    this.#lastBegan = undefined;
    this.#ms = 0;
  }
}
