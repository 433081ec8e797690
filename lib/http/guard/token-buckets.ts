/** How much a key may take. */
interface Rate {
  readonly perMinute: number;
  /** How much at once. */
  readonly burst: number;
}

/** What is left for a key. */
interface Left {
  /** False when it was too much; nothing is taken then. */
  readonly isTaken: boolean;
  readonly remaining: number;
  /** Seconds until the whole burst is there again, at least 1. */
  readonly resetSeconds: number;
  /** Seconds until so much could be taken, at least 1; Infinity when it is more than the burst. */
  readonly retryAfterSeconds: number;
}

/** How many keys are remembered; beyond that, the one that was used longest ago is forgotten. */
const mostKept = 50_000;

/** Token buckets by key, in memory: one number each, and no timer. */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #msEach: number;
  /** When the bucket of a key is full again, by `performance.now`; in the order of their last use. */
  readonly #fullAt = new Map<string, number>();

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#msEach = 60_000 / rate.perMinute;
  }

  take(key: string, count = 1): Left {
    const now = performance.now();
    const wholeMs = this.#rate.burst * this.#msEach;
    const before = Math.max(this.#fullAt.get(key) ?? 0, now) - now;
    const after = before + count * this.#msEach;
    const isTaken = after <= wholeMs;
    const spentMs = isTaken ? after : before;
    if (isTaken) this.#keep(key, now + after, now);
    return {
      isTaken,
      remaining: Math.floor((wholeMs - spentMs) / this.#msEach + 1e-9),
      resetSeconds: Math.max(1, Math.ceil(spentMs / 1_000)),
      retryAfterSeconds:
        count > this.#rate.burst
          ? Number.POSITIVE_INFINITY
          : Math.max(1, Math.ceil((after - wholeMs) / 1_000)),
    };
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#fullAt.size;
  }

  #keep(key: string, fullAt: number, now: number): void {
    this.#fullAt.delete(key);
    this.#fullAt.set(key, fullAt);
    // Two a time, so that what is full again goes faster than new keys come.
    for (let looked = 0; looked < 2; looked += 1) {
      const [oldest] = this.#fullAt;
      if (!oldest || (oldest[1] > now && this.#fullAt.size <= mostKept)) return;
      this.#fullAt.delete(oldest[0]);
    }
  }
}
