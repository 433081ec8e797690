import type { UptimeTotal } from "@/lib/schema/uptime/uptime-percent";
import type { Span } from "./span";

/** Time of a monitor on one local day. */
export interface DayTotal extends UptimeTotal {
  /** The status with the highest priority; null if no status is known. */
  readonly worstStatusId: string | null;
  /** Milliseconds of each status that occurred. */
  readonly statusMs: ReadonlyMap<string, number>;
}

/** The statuses of a project, as they count. */
export interface StatusRanks {
  readonly priorities: ReadonlyMap<string, number>;
  /** The statuses that count as downtime. */
  readonly down: ReadonlySet<string>;
}

/**
 * Returns the totals of each day. `startsMs` holds the start of each day and the end of the last;
 * `spans` do not overlap and are in order of time. Time outside of spans is not known.
 */
export function dayTotals(
  spans: readonly Span[],
  startsMs: readonly number[],
  untilMs: number,
  ranks: StatusRanks,
): DayTotal[] {
  let first = 0;
  return startsMs.slice(0, -1).map((fromMs, day) => {
    const toMs = Math.min(startsMs[day + 1] ?? fromMs, untilMs);
    while ((spans[first]?.endMs ?? Number.POSITIVE_INFINITY) <= fromMs) first += 1;
    return totalOf(timeOfEach(spans, first, fromMs, toMs), ranks);
  });
}

/** Returns the time of each status between two instants. No span before `first` lies there. */
function timeOfEach(
  spans: readonly Span[],
  first: number,
  fromMs: number,
  toMs: number,
): Map<string, number> {
  const statusMs = new Map<string, number>();
  for (let place = first; place < spans.length; place += 1) {
    const span = spans[place];
    if (span === undefined || span.startMs >= toMs) break;
    const lastedMs = Math.min(span.endMs, toMs) - Math.max(span.startMs, fromMs);
    if (lastedMs > 0) statusMs.set(span.value, (statusMs.get(span.value) ?? 0) + lastedMs);
  }
  return statusMs;
}

function totalOf(statusMs: ReadonlyMap<string, number>, ranks: StatusRanks): DayTotal {
  const { priorities, down } = ranks;
  let [knownMs, downMs] = [0, 0];
  let worst: readonly [id: string | null, priority: number] = [null, Number.NEGATIVE_INFINITY];
  for (const [id, lastedMs] of statusMs) {
    knownMs += lastedMs;
    if (down.has(id)) downMs += lastedMs;
    const priority = priorities.get(id) ?? Number.NEGATIVE_INFINITY;
    if (worst[0] === null || priority > worst[1]) worst = [id, priority];
  }
  return { knownMs, downMs, worstStatusId: worst[0], statusMs };
}
