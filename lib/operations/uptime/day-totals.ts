import type { UptimeTotal } from "@/lib/schema/uptime/uptime-percent";
import type { Periods } from "@/lib/store/port/periods";
import { noStatus, type StatusRanks } from "./status-ranks";
import { StatusTimes } from "./status-times";

/**
 * Times of the statuses that count as downtime, in the order of days, and of first occurrence on a
 * day. Performance: lists of numbers, because a request has hundreds of thousands.
 */
export interface Downtime {
  /** The place of each day. */
  readonly days: readonly number[];
  /** The place of each status in `ProjectStatuses.records`. */
  readonly statuses: readonly number[];
  readonly lastedMs: readonly number[];
}

/** Times of a monitor by local day. Each list but `downtime` has one element for each day. */
export interface DayTotals {
  readonly knownMs: readonly number[];
  readonly downMs: readonly number[];
  /** The place of the status with the highest priority in `ProjectStatuses.records`, or `noStatus`. */
  readonly worstStatuses: readonly number[];
  /** Without statuses that the project does not have. */
  readonly downtime: Downtime;
}

/**
 * Returns the totals of each day. `startsMs` holds the start of each day and the end of the last;
 * `periods` do not overlap and are in order of time. Time outside of periods is not known.
 */
export function dayTotals(
  periods: Periods,
  startsMs: readonly number[],
  untilMs: number,
  ranks: StatusRanks,
): DayTotals {
  const { endMs } = periods;
  const times = new StatusTimes(ranks.count);
  const totals = new Totals();
  let first = 0;
  for (let day = 0; day < startsMs.length - 1; day += 1) {
    const fromMs = startsMs[day] ?? untilMs;
    const toMs = Math.min(startsMs[day + 1] ?? fromMs, untilMs);
    while ((endMs[first] ?? Number.POSITIVE_INFINITY) <= fromMs) first += 1;
    times.clear();
    addTimes(times, periods, first, fromMs, toMs);
    totals.addDay(times, ranks);
  }
  return totals;
}

/** Returns the total of the days for which `isWanted` returns true; without it, of all days. */
export function totalOfDays(
  { knownMs, downMs }: DayTotals,
  isWanted: (day: number) => boolean = () => true,
): UptimeTotal {
  const sum = { knownMs: 0, downMs: 0 };
  for (let day = 0; day < knownMs.length; day += 1) {
    if (!isWanted(day)) continue;
    sum.knownMs += knownMs[day] ?? 0;
    sum.downMs += downMs[day] ?? 0;
  }
  return sum;
}

/** Returns the total of one day. */
export function totalOfDay({ knownMs, downMs }: DayTotals, day: number): UptimeTotal {
  return { knownMs: knownMs[day] ?? 0, downMs: downMs[day] ?? 0 };
}

/** Adds the time of each status between two instants. No period before `first` lies there. */
function addTimes(
  times: StatusTimes,
  { startMs, endMs, places }: Periods,
  first: number,
  fromMs: number,
  toMs: number,
): void {
  for (let at = first; at < places.length; at += 1) {
    const start = startMs[at] ?? toMs;
    if (start >= toMs) break;
    const lastedMs = Math.min(endMs[at] ?? 0, toMs) - Math.max(start, fromMs);
    if (lastedMs > 0) times.add(places[at] ?? 0, lastedMs);
  }
}

class Totals implements DayTotals {
  readonly knownMs: number[] = [];
  readonly downMs: number[] = [];
  readonly worstStatuses: number[] = [];
  readonly downtime = { days: [] as number[], statuses: [] as number[], lastedMs: [] as number[] };

  addDay(times: StatusTimes, { recordPlaces, priorities, isDown }: StatusRanks): void {
    let [knownMs, downMs] = [0, 0];
    let [worst, highest] = [-1, Number.NEGATIVE_INFINITY];
    for (let at = 0; at < times.count; at += 1) {
      const place = times.placeAt(at);
      const lastedMs = times.timeOf(place);
      knownMs += lastedMs;
      if (isDown[place]) {
        downMs += lastedMs;
        this.#addDowntime(recordPlaces[place] ?? noStatus, lastedMs);
      }
      const priority = priorities[place] ?? highest;
      if (worst < 0 || priority > highest) [worst, highest] = [place, priority];
    }
    this.knownMs.push(knownMs);
    this.downMs.push(downMs);
    this.worstStatuses.push(recordPlaces[worst] ?? noStatus);
  }

  #addDowntime(status: number, lastedMs: number): void {
    if (status === noStatus) return;
    this.downtime.days.push(this.knownMs.length);
    this.downtime.statuses.push(status);
    this.downtime.lastedMs.push(lastedMs);
  }
}
