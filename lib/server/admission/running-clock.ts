/** How often the clock looks whether the process stands still, in milliseconds. */
const tickMs = 10;
/** The longest time between two looks that counts: a turn of the loop under load takes some tens of milliseconds. */
const longestTickMs = 50;

/**
 * A clock that leaves out the time in which the process stood still, because others had the processor or a disk was
 * synchronized. It runs between `start` and `stop`; readings of different runs cannot be compared.
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

  /** Milliseconds that only mean something as a difference. */
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
