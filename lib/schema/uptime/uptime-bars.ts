import { hasUptimeOf, type UptimeTotal, uptimeText } from "./uptime-percent";

/** The known facts of one day of a monitor, or of several. */
export interface UptimeDay extends UptimeTotal {
  /** Name of the day, `2026-11-16`. */
  readonly day: string;
  /** Downtime by the name of its status. */
  readonly downtime: readonly { readonly status: string; readonly ms: number }[];
  /** Numbers of the first incidents. */
  readonly incidents: readonly string[];
  /** Number of all incidents. */
  readonly incidentCount: number;
}

/** A rule of a status page: the color of days with at least this uptime. */
export interface ColorRule {
  readonly atLeast: number;
  readonly color: string | null;
}

/** Colors of the days. The first rule that a day meets decides; days without data have none. */
export interface BarColors {
  readonly rules: readonly ColorRule[];
  /** Color of days that meet no rule. */
  readonly defaultBarColor: string | null;
}

/** A day as a bar. */
export interface UptimeBar {
  readonly day: string;
  /** Null: no status is known. */
  readonly color: string | null;
  /** Downtime as a part of the known time, from 0 to 1. */
  readonly down: number;
  /** "16 Nov · 98.61 % · Offline 20 min · INC-54". */
  readonly text: string;
}

/** Color of days that meet no rule, where a status page has no default. */
export const plainColor = "#2ab57d";
/** Rules where a project has none of its own. */
export const usualRules: readonly ColorRule[] = [
  { atLeast: 100, color: "#2ab57d" },
  { atLeast: 99, color: "#d99a1c" },
  { atLeast: 0, color: "#d64545" },
];

/** Returns the bars of days, with their colors and texts. Pure, for the console and status pages. */
export function uptimeBars(days: readonly UptimeDay[], colors: BarColors): UptimeBar[] {
  return days.map((day) => ({
    day: day.day,
    color: day.knownMs > 0 ? barColor(day, colors) : null,
    down: day.knownMs > 0 ? day.downMs / day.knownMs : 0,
    text: dayText(day),
  }));
}

/** Returns the color of the first rule that the uptime meets, without rounding. */
export function barColor(total: UptimeTotal, { rules, defaultBarColor }: BarColors): string {
  const isUnruled = rules.length === 0 && defaultBarColor === null;
  const met = (isUnruled ? usualRules : rules).find(({ atLeast }) => hasUptimeOf(total, atLeast));
  return met?.color ?? defaultBarColor ?? plainColor;
}

function dayText(day: UptimeDay): string {
  const percent = uptimeText(day);
  const more = day.incidentCount - day.incidents.length;
  return [
    shortDay(day.day),
    percent === null ? "No data" : `${percent} %`,
    ...day.downtime.map(({ status, ms }) => `${status} ${durationText(ms)}`),
    ...day.incidents,
    ...(more > 0 ? [`${more} more incident${more === 1 ? "" : "s"}`] : []),
  ].join(" · ");
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** Returns "16 Nov" for `2026-11-16`. */
export function shortDay(day: string): string {
  const [, month, date] = day.split("-").map(Number);
  return `${date} ${months[(month ?? 1) - 1]}`;
}

/** Returns a duration in minutes, or in seconds below one minute. */
function durationText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ""}`;
}
