import { AppError } from "@/lib/errors";
import { yieldToEventLoop } from "./event-loop";

/** Time slices of an engine that reads on the event loop. */
export interface Slices {
  /** Longest time that one slice may hold the event loop, unless a single record takes longer. */
  readonly eachMs: number;
  /** Longest time of all slices of a search together. */
  readonly allMs: number;
  /** Resolves after the event loop has served other work; slices run one at a time. */
  next(): Promise<void>;
}

/** Returns the slices of an engine, or undefined when one slice may take all the time. */
export function slicesOf(eachMs: number, allMs: number): Slices | undefined {
  if (eachMs >= allMs) return undefined;
  let last = Promise.resolve();
  const next = () => {
    last = last.then(yieldToEventLoop);
    return last;
  };
  return { eachMs, allMs, next };
}

const firstSize = 128;
const mostSize = 16_384;

/** The work of one search, split into slices whose record count adapts to the time of one slice. */
export class SlicedWork {
  readonly #slices: Slices;
  #leftMs: number;
  #size = firstSize;
  /** The last slice far exceeded its time because of a single record. */
  #overshot = false;

  constructor(slices: Slices) {
    this.#slices = slices;
    this.#leftMs = slices.allMs - slices.eachMs;
  }

  /**
   * Returns the result of `slice`. Retries with fewer records while it throws `query_too_expensive`
   * within its time. Throws that error when the time of the search is over.
   */
  async run<T>(slice: (records: number, mostMs: number) => Promise<T>): Promise<T> {
    for (;;) {
      await this.#slices.next();
      const records = this.#size;
      const done = await this.#attempt(records, slice);
      if (done) return done.value;
      if (this.#leftMs <= 0 || records === 1) throw tooExpensive(this.#slices.allMs);
      this.#size = this.#overshot ? 1 : Math.max(1, records >> 2);
    }
  }

  /** Returns undefined when the slice took too long. */
  async #attempt<T>(
    records: number,
    slice: (records: number, mostMs: number) => Promise<T>,
  ): Promise<{ readonly value: T } | undefined> {
    const { eachMs } = this.#slices;
    // One record cannot be divided further.
    const mostMs = records === 1 ? this.#leftMs : Math.min(eachMs, this.#leftMs);
    const started = performance.now();
    try {
      const value = await slice(records, mostMs);
      if (performance.now() - started < eachMs / 3) this.#size = Math.min(2 * records, mostSize);
      return { value };
    } catch (error) {
      if (!isTooExpensive(error)) throw error;
      return undefined;
    } finally {
      // Longer times were spent waiting for a write.
      const tookMs = performance.now() - started;
      this.#overshot = tookMs > 1.5 * mostMs;
      this.#leftMs -= Math.min(tookMs, Math.max(mostMs, 4 * eachMs));
    }
  }
}

/**
 * Returns the result of `whole` when one slice suffices, else that of `sliced`. Without slices,
 * `whole` has the full time of a search. `isSlow`: one slice did not suffice before.
 */
export async function inSlices<T>(
  slices: Slices | undefined,
  whole: (mostMs?: number) => Promise<T>,
  sliced: (work: SlicedWork) => Promise<T>,
  isSlow = false,
): Promise<T> {
  if (slices === undefined) return await whole();
  if (isSlow) return await sliced(new SlicedWork(slices));
  try {
    return await whole(slices.eachMs);
  } catch (error) {
    if (!isTooExpensive(error)) throw error;
    return await sliced(new SlicedWork(slices));
  }
}

/** Returns the error for a query that took longer than `limitMs`. */
export function tooExpensive(limitMs: number): AppError {
  return new AppError(
    "query_too_expensive",
    `The query took longer than ${limitMs} ms: filter by a project, a relation or a time first.`,
  );
}

/** Returns true for the error of a query that took too long. */
export function isTooExpensive(error: unknown): boolean {
  return error instanceof AppError && error.code === "query_too_expensive";
}
