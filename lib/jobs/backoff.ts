const firstMs = 1_000;

/** Longest time until the next run after a failed one, in milliseconds. */
export const longestBackoffMs = 10 * 60_000;

/**
 * Returns the time until the next run after `tries` failed ones, in milliseconds: 1 s, doubled with
 * each try up to 10 minutes, times 0.5 to 1. `random` returns a number from 0 to 1.
 */
export function backoffMs(tries: number, random: () => number = Math.random): number {
  return Math.min(longestBackoffMs, firstMs * 2 ** (tries - 1)) * (0.5 + random() / 2);
}
