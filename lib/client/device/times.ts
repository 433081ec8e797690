import { formatsOf } from "./zone-formats";

/** Formats an instant in a zone. Returns any other text unchanged. */
type Formatted = (instant: string, zone: string) => string;

const date: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric" };
const toMinutes: Intl.DateTimeFormatOptions = { ...date, hour: "2-digit", minute: "2-digit" };
const toSeconds: Intl.DateTimeFormatOptions = { ...toMinutes, second: "2-digit" };

/** Returns date and time to the second with the zone: "14 Aug 2026, 14:02:31 UTC". */
export const fullTime = formatted({ ...toSeconds, timeZoneName: "short" });

/** Returns date and time to the minute, without a zone: "14 Aug 2026, 14:02". */
export const shortTime = formatted(toMinutes);

/** Returns date and time to the second, without a zone: "14 Aug 2026, 14:02:31". */
export const secondTime = formatted(toSeconds);

/** Returns the time of day to the second: "14:02:31". */
export const clockTime = formatted({ hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** Returns the day: "Fri, 14 Aug 2026". */
export const dayOf = formatted({ weekday: "short", ...date });

/** Returns the day that a zone has at an instant, as its midnight in UTC. Both in milliseconds. */
export function dayIn(zone: string, now: number): number {
  return Date.parse(`${isoDay(zone).format(now)}T00:00:00Z`);
}

const isoDay = formatsOf("sv-SE", { day: "2-digit", month: "2-digit", year: "numeric" });

function formatted(style: Intl.DateTimeFormatOptions): Formatted {
  const formatIn = formatsOf("en-GB", style);
  return (instant, zone) => {
    const time = Date.parse(instant);
    return Number.isNaN(time) ? instant : formatIn(zone).format(time);
  };
}

/**
 * Returns the distance to `now` in the largest unit that fits: "14 min ago", "in 3 days", "just
 * now". Past times are rounded down and future times to the nearest unit. A time 7 days ahead stays
 * "in 7 days" one second later.
 */
export function relativeTime(instant: string, now: number): string {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return instant;
  const apart = Math.abs(time - now);
  if (apart < minute) return "just now";
  return time > now ? `in ${durationOf(rounded(apart))}` : `${durationOf(apart)} ago`;
}

/** Returns a duration in its largest unit: "14 min", "5 h", "3 days", "2 months", "4 years". */
export function durationOf(milliseconds: number): string {
  const [size, one, many] = units.find(([size]) => milliseconds >= size) ?? second;
  const count = Math.floor(milliseconds / size);
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns a duration in its two largest units: "45 s", "14 min", "3 h 5 min", "2 days 4 h". */
export function ageOf(milliseconds: number): string {
  const place = units.findIndex(([size]) => milliseconds >= size);
  const [size] = units[place] ?? second;
  const [nextSize] = units[place + 1] ?? second;
  const rest = milliseconds % size;
  const largest = durationOf(milliseconds);
  return size > minute && rest >= nextSize ? `${largest} ${durationOf(rest)}` : largest;
}

/** Rounds to a multiple of the largest unit that fits. */
function rounded(milliseconds: number): number {
  const [size] = units.find(([size]) => milliseconds >= size) ?? second;
  return Math.round(milliseconds / size) * size;
}

type Unit = readonly [size: number, one: string, many: string];

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const second: Unit = [1_000, "s", "s"];
const units: readonly Unit[] = [
  [365 * day, "year", "years"],
  [30 * day, "month", "months"],
  [day, "day", "days"],
  [hour, "h", "h"],
  [minute, "min", "min"],
];
