import { day, hour, scattered } from "./sample-row";

/** Returns the age of the nth of sixty incidents, in minutes before now. */
export function declaredAgo(n: number): number {
  const recent = recentAgo[n - firstRecent];
  return recent ?? Math.round(90 * day - n * 1.55 * day + scattered(n, -8 * hour, 8 * hour));
}

const firstRecent = 56;
const recentAgo = [2.1 * day, 26 * hour, 9 * hour, 3 * hour, 24];
