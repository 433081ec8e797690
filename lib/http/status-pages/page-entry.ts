/** Shortest time between two makings of a page, in milliseconds, whatever changes. */
const shortestMs = 500;
/** A page that takes long to make is made less often: it takes at most a tenth of the time. */
const restPerMaking = 10;

/** The facts of a kept page that the cache needs. */
export interface Kept {
  readonly projectId: string;
  /** When the page changes by time alone, in milliseconds from now. */
  readonly changesInMs: number;
  /** Memory of the page and of its documents so far, in characters. */
  size(): number;
  /** Time that the making of its documents took so far, in milliseconds. */
  madeForMs(): number;
}

/** A page in memory. */
export interface Entry<Page> {
  readonly page: Page;
  readonly madeAt: number;
  readonly until: number;
  /** Time that its reading took, in milliseconds. */
  readonly readForMs: number;
  isStale: boolean;
}

/** Returns true if a page may be shown at a time, by `performance.now`. */
export function isFresh(entry: Entry<Kept>, now: number): boolean {
  const { page, isStale, madeAt, until, readForMs } = entry;
  const restMs = Math.max(shortestMs, restPerMaking * (readForMs + page.madeForMs()));
  return now < until && (!isStale || now - madeAt < restMs);
}
