import { invalid } from "@/lib/errors";
import { localDays } from "@/lib/operations/uptime/day-starts";
import type { JsonObject } from "@/lib/schema/json";
import { fieldFault } from "@/lib/schema/pointer";
import { mostReportDays } from "@/lib/schema/uptime/uptime-limits";

/** A stretch of time. `end` is the first instant after it. Both are ISO 8601. */
export interface Stretch {
  readonly start: string;
  readonly end: string;
}

/** A week from Monday, and its part of the period. */
export interface Week extends Stretch {
  /** Its Monday, `2026-11-16`. */
  readonly week: string;
  readonly isWhole: boolean;
}

/** The days of a report in its time zone. */
export interface Period extends Stretch {
  readonly timeZone: string;
  /** Names of the first and the last day. */
  readonly from: string;
  readonly to: string;
  readonly weeks: readonly Week[];
  /** Names of all days from the first one to today. */
  readonly days: readonly string[];
}

const dayMs = 86_400_000;
const daysByDefault = 30;

/**
 * Returns the period of a report, which ends today at the latest. Throws 400 for a first day after
 * the last one, or more than 400 days ago.
 */
export function periodOf(
  {
    from,
    to,
    timeZone,
  }: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly timeZone: string;
  },
  now: Date,
): Period {
  const all = localDays(timeZone, now, mostReportDays);
  const last = placeOf(all.names, to) ?? all.names.length - 1;
  const first = placeOf(all.names, from) ?? Math.max(0, last - daysByDefault + 1);
  if (from !== undefined && (first > last || all.names[first] !== from)) {
    throw invalid([
      fieldFault(
        "from",
        `must be at most ${mostReportDays} days ago, and not after ${to ?? "today"}`,
      ),
    ]);
  }
  if (first > last || last < 0)
    throw invalid([fieldFault("to", `must be at most ${mostReportDays} days ago`)]);
  const names = all.names.slice(first, last + 1);
  const startsMs = all.startsMs.slice(first);
  return {
    ...stretchOf(startsMs, 0, names.length),
    ...{ from: names[0] ?? "", to: names.at(-1) ?? "", weeks: weeksOf(names, startsMs) },
    ...{ days: all.names.slice(first), timeZone },
  };
}

/** Returns the place of the last day that is not after a name; undefined without a name. */
function placeOf(names: readonly string[], name: string | undefined): number | undefined {
  return name === undefined ? undefined : names.findLastIndex((day) => day <= name);
}

function weeksOf(names: readonly string[], startsMs: readonly number[]): Week[] {
  const weeks: Week[] = [];
  for (let place = 0; place < names.length; ) {
    const week = mondayOf(names[place] ?? "");
    let end = place;
    while (end < names.length && mondayOf(names[end] ?? "") === week) end += 1;
    weeks.push({ week, ...stretchOf(startsMs, place, end), isWhole: end - place === 7 });
    place = end;
  }
  return weeks;
}

function stretchOf(startsMs: readonly number[], from: number, to: number): Stretch {
  const isoOf = (place: number) => new Date(startsMs[place] ?? 0).toISOString();
  return { start: isoOf(from), end: isoOf(to) };
}

function mondayOf(day: string): string {
  const at = Date.parse(`${day}T00:00:00.000Z`);
  const sinceMonday = (new Date(at).getUTCDay() + 6) % 7;
  return new Date(at - sinceMonday * dayMs).toISOString().slice(0, 10);
}

/** Returns the condition that a date lies in a stretch, for a query of the API. */
export function isWithin({ start, end }: Stretch): JsonObject {
  const last = new Date(Date.parse(end) - 1).toISOString();
  return { _type: "InBetween", startValue: start, endValue: last };
}
