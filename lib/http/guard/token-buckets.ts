/** The rate of a key. */
interface Rate {
  readonly perMinute: number;
  /** The largest number at once. */
  readonly burst: number;
}

/** The remaining tokens of a key. */
interface Left {
  /** False if too few tokens remained. None is taken then. */
  readonly isTaken: boolean;
  readonly remaining: number;
  /** Seconds until the bucket is full again, at least 1. */
  readonly resetSeconds: number;
  /** Seconds until enough tokens remain, at least 1. Infinity if `count` exceeds the burst. */
  readonly retryAfterSeconds: number;
}

/** Limit on remembered keys. Beyond it, the least recently used key is forgotten. */
const mostKept = 50_000;

/** Token buckets by key, in memory: one number each, and no timer. */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #msEach: number;
  /** Time at which a key's bucket is full again, by `performance.now`. Ordered by last use. */
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

  /** The number of remembered keys. */
  get size(): number {
    return this.#fullAt.size;
  }

  #keep(key: string, fullAt: number, now: number): void {
    this.#fullAt.delete(key);
    this.#fullAt.set(key, fullAt);
    // Checks two entries per call, so that full buckets are removed faster than new keys arrive.
    for (let looked = 0; looked < 2; looked += 1) {
      const [oldest] = this.#fullAt;
      if (!oldest || (oldest[1] > now && this.#fullAt.size <= mostKept)) return;
      this.#fullAt.delete(oldest[0]);
    }
  }
}
