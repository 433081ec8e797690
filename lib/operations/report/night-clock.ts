import { instantsOf } from "@/lib/operations/uptime/day-starts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Returns a clock that only runs at night, from 22:00 to 07:00 on the clocks of a time zone: the
 * milliseconds of nights from the one before the first day to an instant. `days` are the names of
 * the days in order; the clock ends with the night after the last one.
 */
export function nightClock(timeZone: string, days: readonly string[]): (atMs: number) => number {
  const midnights = days.map((day) => Date.parse(`${day}T00:00:00.000Z`));
  const all = [...midnights, ...midnights.slice(-1).map((last) => last + dayMs)];
  const starts = instantsOf(
    timeZone,
    all.map((midnight) => midnight - 2 * hourMs),
  );
  const ends = instantsOf(
    timeZone,
    all.map((midnight) => midnight + 7 * hourMs),
  );
  // Nights with a change of the clock have another length.
  const lengths = starts.map((start, place) => (ends[place] ?? start) - start);
  const before: number[] = [];
  lengths.reduce((sum, length) => {
    before.push(sum);
    return sum + length;
  }, 0);
  return (atMs) => {
    const place = lastNotAfter(starts, atMs);
    const since = atMs - (starts[place] ?? atMs);
    return (before[place] ?? 0) + Math.min(since, lengths[place] ?? 0);
  };
}

/** Returns the place of the last value that is not after another, by halving; -1 for none. */
function lastNotAfter(values: readonly number[], at: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
