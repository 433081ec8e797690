const hourMs = 3_600_000;

/** A night begins two hours before midnight and ends seven hours after it. */
const [beforeMidnightMs, nightMs] = [2 * hourMs, 9 * hourMs];

/**
 * Returns a clock that only runs at night: the milliseconds of nights from the first day to an
 * instant. `midnights` are the starts of the days in order, and the end of the last.
 */
export function nightClock(midnights: readonly number[]): (atMs: number) => number {
  const starts = midnights.map((midnight) => midnight - beforeMidnightMs);
  return (atMs) => {
    const place = lastNotAfter(starts, atMs);
    const start = starts[place];
    return start === undefined ? 0 : place * nightMs + Math.min(atMs - start, nightMs);
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
