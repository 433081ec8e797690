const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The local days of a period. */
export interface LocalDays {
  /** Names of the days, `2026-11-16`, oldest first. */
  readonly names: readonly string[];
  /** Start of each day and the end of the last, in milliseconds since 1970. */
  readonly startsMs: readonly number[];
}

/**
 * Returns the last `count` days in a time zone of the IANA database; the last one contains `now`. A
 * day with a change of the clock has 23 or 25 hours, or another length where the zone says so.
 */
export function localDays(timeZone: string, now: Date, count: number): LocalDays {
  const clock = clockOf(timeZone);
  const today = Date.parse(`${nameOf(clock, now.getTime())}T00:00:00.000Z`);
  const midnights = Array.from({ length: count + 1 }, (_, place) => {
    return today + (place + 1 - count) * dayMs;
  });
  return {
    names: midnights
      .slice(0, count)
      .map((midnight) => new Date(midnight).toISOString().slice(0, 10)),
    startsMs: instantsOf(timeZone, midnights),
  };
}

/**
 * Returns the first instants at which the clocks of a time zone show these local times or later
 * ones. The local times are in milliseconds, as if they were UTC.
 */
export function instantsOf(timeZone: string, localTimes: readonly number[]): readonly number[] {
  const offsetAt = offsetsOf(clockOf(timeZone));
  return localTimes.map((local) => instantOf(offsetAt, local));
}

function instantOf(offsetAt: (at: number) => number, local: number): number {
  const before = offsetAt(local - dayMs);
  const after = offsetAt(local + dayMs);
  if (before === after) return local - before;
  let [early, late] = [local - dayMs, local + dayMs];
  while (late - early > 1_000) {
    const middle = early + Math.floor((late - early) / 2_000) * 1_000;
    if (middle + offsetAt(middle) < local) early = middle;
    else late = middle;
  }
  return late;
}

/**
 * Returns a function for local time minus UTC in milliseconds, at whole seconds. Performance: each
 * midnight is a day before one midnight and a day after another.
 */
function offsetsOf(clock: Intl.DateTimeFormat): (at: number) => number {
  const known = new Map<number, number>();
  return (at) => {
    const offset = known.get(at) ?? localTime(clock, at) - at;
    known.set(at, offset);
    return offset;
  };
}

function nameOf(clock: Intl.DateTimeFormat, at: number): string {
  return new Date(localTime(clock, at)).toISOString().slice(0, 10);
}

/** Returns the local time as if it were UTC, in whole seconds. */
function localTime(clock: Intl.DateTimeFormat, at: number): number {
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(
    ...([part("year"), part("month") - 1, part("day")] as const),
    ...([part("hour"), part("minute"), part("second")] as const),
  );
}

const clocks = new Map<string, Intl.DateTimeFormat>();
const mostClocks = 1_000;

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const kept = clocks.get(timeZone);
  if (kept) return kept;
  const numeric = "2-digit";
  const clock = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, calendar: "gregory", numberingSystem: "latn", hourCycle: "h23" },
    ...{ year: "numeric", month: numeric, day: numeric },
    ...{ hour: numeric, minute: numeric, second: numeric },
  });
  if (clocks.size >= mostClocks) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}
