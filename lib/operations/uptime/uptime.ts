import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import type { UptimeTotal } from "@/lib/schema/uptime/uptime-percent";
import { readAhead } from "@/lib/store/concurrency/read-ahead";
import type { Periods } from "@/lib/store/port/periods";
import type { Reader } from "@/lib/store/port/store";
import { closedPeriods } from "./closed-periods";
import { localDays } from "./day-starts";
import { type DayTotals, dayTotals, totalOfDays } from "./day-totals";
import { disjointPeriods } from "./disjoint-periods";
import { type ProjectStatuses, projectStatuses, ranksOf } from "./status-ranks";

/** Monitors that are computed in one turn of the event loop. */
const atOnce = 50;
const none: Periods = {
  startMs: new Float64Array(),
  endMs: new Float64Array(),
  places: new Uint32Array(),
};

/** The subject of a computation. The caller has checked the permission. */
export interface UptimeRequest {
  readonly projectId: string;
  readonly monitorIds: readonly string[];
  /** Number of days up to today. */
  readonly days: number;
  /** A time zone of the IANA database, in which days begin and end. */
  readonly timeZone: string;
  /** Statuses that count as downtime. None: the statuses with `isOfflineState`. */
  readonly downtimeStatusIds?: readonly string[];
  readonly now: Date;
}

/** Uptime of one monitor: the sum of its days, and each day. */
export interface MonitorUptime extends UptimeTotal {
  readonly monitorId: string;
  /** In the order of `UptimeReport.days`. */
  readonly days: DayTotals;
}

/** Uptime of monitors by local day. */
export interface UptimeReport extends UptimeTotal {
  /** Names of the days, `2026-11-16`, oldest first. The last one is today, until now. */
  readonly days: readonly string[];
  /** Start of each day and the end of the last, in milliseconds since 1970. */
  readonly startsMs: readonly number[];
  readonly statuses: ProjectStatuses;
  /** In the order of the request. */
  readonly monitors: readonly MonitorUptime[];
}

/**
 * Returns the uptime of monitors by local day, computed from their status events. At each instant
 * the open status with the highest priority counts, of equal ones that of the later event. An event
 * without an end ends at the start of the next one. Time without an event is not known, and belongs
 * neither to uptime nor to downtime. Throws `query_too_expensive` when a read exceeds its deadline.
 */
export async function uptimeOf(
  reader: Pick<Reader, "find" | "periods">,
  request: UptimeRequest,
): Promise<UptimeReport> {
  const { projectId, monitorIds, downtimeStatusIds = [], timeZone, now } = request;
  const statuses = await projectStatuses(reader, projectId, downtimeStatusIds);
  const { names, startsMs } = localDays(timeZone, now, request.days);
  const monitors: MonitorUptime[] = [];
  const read = (ownerIds: readonly string[]) => {
    const ask = { projectId, ownerIds, fromMs: startsMs[0] ?? 0 };
    return reader.periods(monitorStatusTimeline, ask);
  };
  for await (const [some, events] of readAhead(monitorIds, atOnce, read)) {
    const ranks = ranksOf(events.values, statuses);
    for (const monitorId of some) {
      const closed = closedPeriods(events.byOwner.get(monitorId) ?? none);
      const periods = disjointPeriods(closed, ranks.priorities);
      const days = dayTotals(periods, startsMs, now.getTime(), ranks);
      monitors.push({ monitorId, days, ...totalOfDays(days) });
    }
  }
  return { days: names, startsMs, statuses, monitors, ...sumOf(monitors) };
}

function sumOf(totals: readonly UptimeTotal[]): UptimeTotal {
  let [knownMs, downMs] = [0, 0];
  for (const total of totals) {
    knownMs += total.knownMs;
    downMs += total.downMs;
  }
  return { knownMs, downMs };
}
