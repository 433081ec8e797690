import type { Period } from "@/lib/store/port/periods";

/** The period of an event with its end, in milliseconds since 1970. */
export interface Span extends Period {
  /** `Infinity` for an event that goes on. */
  readonly endMs: number;
}

/** Gives each event without an end the start of the next event as its end. */
export function closedSpans(periods: readonly Period[]): Span[] {
  return periods.map((period, place) => {
    if (hasEnd(period)) return period;
    return { ...period, endMs: periods[place + 1]?.startMs ?? Number.POSITIVE_INFINITY };
  });
}

function hasEnd(period: Period): period is Span {
  return period.endMs !== null;
}
