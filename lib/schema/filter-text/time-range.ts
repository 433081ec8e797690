import { toUtcDate } from "@/lib/schema/values/dates";

/** A time range: its first and last millisecond, ISO 8601. Both are equal for an instant. */
export interface TimeRange {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the time range that a filter value means: ISO 8601, a date alone (the whole day, UTC),
 * `now`, `today`, `yesterday`, or an offset such as `-7d`, `+2h` (min, h, d, w, mo, y). Undefined
 * for any other text.
 */
export function timeRangeOf(text: string, now: number): TimeRange | undefined {
  const word = text.trim().toLowerCase();
  const days = daysFromToday.get(word);
  if (days !== undefined) return dayAt(now + days * day);
  if (word === "now") return instantAt(now);
  const relative = /^([+-])(\d{1,4})(min|h|d|w|mo|y)$/.exec(word);
  if (relative) {
    const [, sign, count, unit = "d"] = relative;
    return instantAt(now + (sign === "-" ? -1 : 1) * Number(count) * (units.get(unit) ?? day));
  }
  const utc = toUtcDate(text.trim());
  if (utc === undefined) return undefined;
  return /^\d{4}-\d\d-\d\d$/.test(word) ? dayAt(Date.parse(utc)) : { from: utc, to: utc };
}

/** Returns a duration such as `90s`, `10min`, `1.5h` or `2d` in milliseconds; else undefined. */
export function durationOf(text: string): number | undefined {
  const read = /^(\d{1,6}(?:\.\d{1,3})?)(s|min|h|d|w)$/.exec(text.trim().toLowerCase());
  const unit = units.get(read?.[2] ?? "");
  return unit === undefined ? undefined : Math.round(Number(read?.[1]) * unit);
}

/** Returns true for the name of a day. Users say it for the time since that day began. */
export function isNamedDay(text: string): boolean {
  return daysFromToday.has(text.trim().toLowerCase());
}

const hour = 3_600_000;
const day = 24 * hour;

const daysFromToday: ReadonlyMap<string, number> = new Map([
  ["today", 0],
  ["yesterday", -1],
]);

const units: ReadonlyMap<string, number> = new Map([
  ["s", 1_000],
  ["min", 60_000],
  ["h", hour],
  ["d", day],
  ["w", 7 * day],
  ["mo", 30 * day],
  ["y", 365 * day],
]);

function instantAt(time: number): TimeRange {
  const instant = new Date(time).toISOString();
  return { from: instant, to: instant };
}

function dayAt(time: number): TimeRange {
  const start = Math.floor(time / day) * day;
  return {
    from: new Date(start).toISOString(),
    to: new Date(start + day - 1).toISOString(),
  };
}
