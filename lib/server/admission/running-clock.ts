/** Interval of the check whether the process stalled, in milliseconds. */
const tickMs = 10;
/** The longest interval that counts. A turn of the loop under load takes some tens of ms. */
const longestTickMs = 50;

/**
 * A clock that leaves out the time in which the process stalled, because others had the processor
 * or a disk was synchronized. It runs between `start` and `stop`. Times of different runs cannot be
 * compared.
 */
export class RunningClock {
  #timer: NodeJS.Timeout | undefined;
  #lastTick = 0;
  #stoodStillMs = 0;

  start(): void {
    if (this.#timer) return;
    this.#lastTick = performance.now();
    this.#timer = setInterval(() => this.#tick(), tickMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Milliseconds. Only differences are meaningful. */
  now(): number {
    const now = performance.now();
    if (!this.#timer) return now - this.#stoodStillMs;
    return this.#lastTick - this.#stoodStillMs + Math.min(now - this.#lastTick, longestTickMs);
  }

  #tick(): void {
    const now = performance.now();
    this.#stoodStillMs += Math.max(0, now - this.#lastTick - longestTickMs);
    this.#lastTick = now;
  }
}
