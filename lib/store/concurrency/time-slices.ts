import { AppError } from "@/lib/errors";
import { yieldToEventLoop } from "./event-loop";

/** How an engine that reads on the event loop shares it between searches and all else. */
export interface Slices {
  /** How long a search may hold the event loop at a time, unless one record alone takes longer. */
  readonly eachMs: number;
  /** How long all slices of a search may take together. */
  readonly allMs: number;
  /** Resolves when others have been served and it is this search's turn: one slice at a time. */
  next(): Promise<void>;
}

/** The slices of an engine, or none where one may take as long as all. */
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

/** The work of one search, done in slices of as many records as fit into the time of one. */
export class SlicedWork {
  readonly #slices: Slices;
  #leftMs: number;
  #size = firstSize;
  /** The last slice ended long after its time, because one record took that long. */
  #overshot = false;

  constructor(slices: Slices) {
    this.#slices = slices;
    this.#leftMs = slices.allMs - slices.eachMs;
  }

  /**
   * Answers what `slice` does. It is asked again with fewer records while it throws `query_too_expensive` after the time
   * it is given. Throws that when the time of the search is over.
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

  /** Undefined when the slice took too long. */
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
      // Time beyond that was spent waiting for a write.
      const tookMs = performance.now() - started;
      this.#overshot = tookMs > 1.5 * mostMs;
      this.#leftMs -= Math.min(tookMs, Math.max(mostMs, 4 * eachMs));
    }
  }
}

/**
 * Answers what `whole` reads when one slice is enough for it, else what `sliced` does. Without slices `whole` has all
 * the time of a search.
 */
export async function inSlices<T>(
  slices: Slices | undefined,
  whole: (mostMs?: number) => Promise<T>,
  sliced: (work: SlicedWork) => Promise<T>,
): Promise<T> {
  if (slices === undefined) return await whole();
  try {
    return await whole(slices.eachMs);
  } catch (error) {
    if (!isTooExpensive(error)) throw error;
    return await sliced(new SlicedWork(slices));
  }
}

/** The error for a query that took longer than `limitMs`. */
export function tooExpensive(limitMs: number): AppError {
  return new AppError(
    "query_too_expensive",
    `The query took longer than ${limitMs} ms: filter by a project, a relation or a time first.`,
  );
}

function isTooExpensive(error: unknown): boolean {
  return error instanceof AppError && error.code === "query_too_expensive";
}
