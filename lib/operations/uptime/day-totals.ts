import type { UptimeTotal } from "@/lib/schema/uptime/uptime-percent";
import type { Periods } from "@/lib/store/port/periods";
import { StatusTimes } from "./status-times";

/** Time of a monitor on one local day. */
export interface DayTotal extends UptimeTotal {
  /** The status with the highest priority; null if no status is known. */
  readonly worstStatusId: string | null;
  /** Milliseconds of each status that counts as downtime and occurred. */
  readonly downtime: readonly (readonly [statusId: string, lastedMs: number])[];
}

/** The statuses of a project, as they count. */
export interface StatusRanks {
  readonly priorities: ReadonlyMap<string, number>;
  /** The statuses that count as downtime. */
  readonly down: ReadonlySet<string>;
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
): DayTotal[] {
  const { endMs } = periods;
  const times = new StatusTimes();
  let first = 0;
  return startsMs.slice(0, -1).map((fromMs, day) => {
    const toMs = Math.min(startsMs[day + 1] ?? fromMs, untilMs);
    while ((endMs[first] ?? Number.POSITIVE_INFINITY) <= fromMs) first += 1;
    times.clear();
    addTimes(times, periods, first, fromMs, toMs);
    return totalOf(times, ranks);
  });
}

/** Adds the time of each status between two instants. No period before `first` lies there. */
function addTimes(
  times: StatusTimes,
  { startMs, endMs, values }: Periods,
  first: number,
  fromMs: number,
  toMs: number,
): void {
  for (let place = first; place < values.length; place += 1) {
    const start = startMs[place] ?? toMs;
    if (start >= toMs) break;
    const lastedMs = Math.min(endMs[place] ?? 0, toMs) - Math.max(start, fromMs);
    if (lastedMs > 0) times.add(values[place] ?? "", lastedMs);
  }
}

function totalOf(times: StatusTimes, { priorities, down }: StatusRanks): DayTotal {
  const downtime: [string, number][] = [];
  let [knownMs, downMs] = [0, 0];
  let [worstStatusId, worst] = [null as string | null, Number.NEGATIVE_INFINITY];
  times.forEach((id, lastedMs) => {
    knownMs += lastedMs;
    if (down.has(id)) {
      downMs += lastedMs;
      downtime.push([id, lastedMs]);
    }
    const priority = priorities.get(id) ?? Number.NEGATIVE_INFINITY;
    if (worstStatusId === null || priority > worst) [worstStatusId, worst] = [id, priority];
  });
  return { knownMs, downMs, worstStatusId, downtime };
}
