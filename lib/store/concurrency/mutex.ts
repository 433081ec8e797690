/** Admits one holder at a time, or `places` of them, in the order of arrival. */
export class Mutex {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(places = 1) {
    this.#free = places;
  }

  get busy(): boolean {
    return this.#free === 0;
  }

  /** Resolves when the caller holds the lock; the caller must call `release` once. */
  acquire(): Promise<void> {
    if (this.busy) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
    return Promise.resolve();
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
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
