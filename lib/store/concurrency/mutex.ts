/** Admits one holder at a time, in the order of arrival. */
export class Mutex {
  readonly #waiting: (() => void)[] = [];
  #busy = false;

  get busy(): boolean {
    return this.#busy;
  }

  /** Resolves when the caller holds the lock; the caller must call `release` once. */
  acquire(): Promise<void> {
    if (this.#busy) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
    return Promise.resolve();
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy = false;
  }

  /** Runs `work` while holding the lock. */
  async run<T>(work: () => T | Promise<T>): Promise<T> {
    await this.acquire();
    try {
      return await work();
    } finally {
      this.release();
    }
  }
}
