/** Statistics since the opening of a database. Times are in milliseconds. */
export interface CommitStatistics {
  reads: number;
  readMs: number;
  writes: number;
  writeMs: number;
  commits: number;
  commitMs: number;
  /**
   * Number of commits above the previous and up to each bound of `commitBounds`; the last is
   * unbounded.
   */
  readonly commitBuckets: number[];
}

/**
 * Upper bounds of `commitBuckets` in seconds, from a commit in memory to an almost unresponsive
 * disk.
 */
export const commitBounds = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
];

export function newCommitStatistics(): CommitStatistics {
  const commitBuckets = [...commitBounds, 0].map(() => 0);
  return { reads: 0, readMs: 0, writes: 0, writeMs: 0, commits: 0, commitMs: 0, commitBuckets };
}

/** Adds a commit that began at `started`, by `performance.now`. */
export function addCommit(work: CommitStatistics, started: number): void {
  const tookMs = performance.now() - started;
  const place = commitBounds.findIndex((bound) => tookMs / 1000 <= bound);
  const bucket = place < 0 ? commitBounds.length : place;
  work.commits += 1;
  work.commitMs += tookMs;
  work.commitBuckets[bucket] = (work.commitBuckets[bucket] ?? 0) + 1;
}
