import type { Periods } from "@/lib/store/port/periods";

/** Gives each event without an end the start of the next event as its end. */
export function closedPeriods(periods: Periods): Periods {
  const { startMs, endMs } = periods;
  const open = endMs.indexOf(Number.POSITIVE_INFINITY);
  // Performance: in most histories only the last event is open.
  if (open === -1 || open === endMs.length - 1) return periods;
  const ends = endMs.map((end, place) => {
    return end === Number.POSITIVE_INFINITY ? (startMs[place + 1] ?? end) : end;
  });
  return { ...periods, endMs: ends };
}
