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
  /** In the order of the days of the report. */
  readonly days: DayTotals;
}

/** The days and statuses of a computation. */
interface Frame {
  /** Names of the days, `2026-11-16`, oldest first. The last one is today, until now. */
  readonly days: readonly string[];
  /** Start of each day and the end of the last, in milliseconds since 1970. */
  readonly startsMs: readonly number[];
  readonly statuses: ProjectStatuses;
}

/** Uptime of monitors by local day. */
export interface UptimeReport extends Frame, UptimeTotal {
  /** In the order of the request. */
  readonly monitors: readonly MonitorUptime[];
}

/** Uptime of monitors by local day that is computed while it is used. */
export interface UptimePortions extends Frame {
  /**
   * The monitors in the order of the request. They can be read once. Their events are read when a
   * portion is asked for. Throws as `uptimeOf`.
   */
  readonly portions: AsyncIterable<readonly MonitorUptime[]>;
}

type Events = Pick<Reader, "find" | "periods">;

/**
 * Returns the uptime of monitors by local day, computed from their status events. At each instant
 * the open status with the highest priority counts, of equal ones that of the later event. An event
 * without an end ends at the start of the next one. Time without an event is not known, and belongs
 * neither to uptime nor to downtime. Throws `query_too_expensive` when a read exceeds its deadline.
 */
export async function uptimeOf(reader: Events, request: UptimeRequest): Promise<UptimeReport> {
  const { portions, ...frame } = await uptimeInPortions(reader, request);
  const monitors: MonitorUptime[] = [];
  for await (const portion of portions) monitors.push(...portion);
  return { ...frame, monitors, ...sumOf(monitors) };
}

/**
 * Returns the uptime as `uptimeOf` does, in portions of 50 monitors. Other requests run between two
 * portions. Performance: the numbers of a portion are garbage before the next one is computed.
 */
export async function uptimeInPortions(
  reader: Events,
  request: UptimeRequest,
): Promise<UptimePortions> {
  const { projectId, downtimeStatusIds = [], timeZone, now } = request;
  const statuses = await projectStatuses(reader, projectId, downtimeStatusIds);
  const { names, startsMs } = localDays(timeZone, now, request.days);
  const frame = { days: names, startsMs, statuses };
  return { ...frame, portions: portionsOf(reader, request, frame) };
}

async function* portionsOf(
  reader: Events,
  { projectId, monitorIds, now }: UptimeRequest,
  { startsMs, statuses }: Frame,
): AsyncGenerator<readonly MonitorUptime[]> {
  const read = (ownerIds: readonly string[]) => {
    const ask = { projectId, ownerIds, fromMs: startsMs[0] ?? 0 };
    return reader.periods(monitorStatusTimeline, ask);
  };
  for await (const [some, events] of readAhead(monitorIds, atOnce, read)) {
    const ranks = ranksOf(events.values, statuses);
    yield some.map((monitorId) => {
      const closed = closedPeriods(events.byOwner.get(monitorId) ?? none);
      const periods = disjointPeriods(closed, ranks.priorities);
      const days = dayTotals(periods, startsMs, now.getTime(), ranks);
      return { monitorId, days, ...totalOfDays(days) };
    });
  }
}

function sumOf(totals: readonly UptimeTotal[]): UptimeTotal {
  let [knownMs, downMs] = [0, 0];
  for (const total of totals) {
    knownMs += total.knownMs;
    downMs += total.downMs;
  }
  return { knownMs, downMs };
}
