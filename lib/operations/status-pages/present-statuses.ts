import { isAppError } from "@/lib/errors";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import { readAhead } from "@/lib/store/concurrency/read-ahead";
import type { OwnerPeriods } from "@/lib/store/port/periods";
import type { Reader } from "@/lib/store/port/store";
import { earliest, textOf } from "./columns";

/** Monitors whose events are read at once. */
const atOnce = 50;

/** The statuses of monitors for which a later status is planned. */
interface PresentStatuses {
  /** The id of the status that holds now; "" for none. */
  readonly byMonitor: ReadonlyMap<string, string>;
  /** When the next planned status begins, in milliseconds since 1970. */
  readonly changesAt: number | undefined;
}

/**
 * Returns the present statuses of the monitors that have planned ones, whose record tells the last
 * planned status. Returns none if the events are too many to be read in time.
 */
export async function presentStatuses(
  reader: Reader,
  projectId: string,
  monitorIds: readonly string[],
  now: Date,
): Promise<PresentStatuses> {
  const found: Planned[] = [];
  const fromMs = now.getTime();
  const read = (ownerIds: readonly string[]) =>
    reader.periods(monitorStatusTimeline, { projectId, ownerIds, fromMs });
  try {
    for await (const [, periods] of readAhead(monitorIds, atOnce, read)) {
      found.push(...plannedIn(periods, fromMs));
    }
  } catch (error) {
    if (!isAppError(error) || error.code !== "query_too_expensive") throw error;
  }
  const byMonitor = new Map<string, string>();
  for (const { monitorId, held } of found) {
    byMonitor.set(monitorId, held ?? (await lastStatus(reader, projectId, monitorId, now)));
  }
  return { byMonitor, changesAt: earliest(found.map(({ startsMs }) => startsMs)) };
}

/** A monitor with a planned status. */
interface Planned {
  readonly monitorId: string;
  /** When the next one begins. */
  readonly startsMs: number;
  /** The id of the status before it; undefined if its event is not among those that were read. */
  readonly held: string | undefined;
}

function plannedIn({ values, byOwner }: OwnerPeriods, nowMs: number): Planned[] {
  return [...byOwner].flatMap(([monitorId, { startMs, places }]) => {
    const next = startMs.findIndex((ms) => ms > nowMs);
    const startsMs = startMs[next];
    if (startsMs === undefined) return [];
    return [{ monitorId, startsMs, held: values[places[next - 1] ?? values.length] }];
  });
}

/** Returns the status of the last event that has begun, which has ended; "" without one. */
async function lastStatus(
  reader: Reader,
  projectId: string,
  monitorId: string,
  now: Date,
): Promise<string> {
  const [event] = await reader.find(monitorStatusTimeline, {
    ...{ projects: [projectId], columns: ["monitorStatusId"], limit: 1 },
    filter: {
      op: "and",
      filters: [
        { op: "eq", column: "monitorId", value: monitorId },
        { op: "lte", column: "startsAt", value: now.toISOString() },
      ],
    },
    sort: newestFirst,
  });
  return textOf(event?.monitorStatusId);
}

const newestFirst = [
  { column: "startsAt", direction: "desc" },
  { column: "createdAt", direction: "desc" },
  { column: "_id", direction: "desc" },
] as const;
