import type { Report } from "@/lib/contract/report";
import { labelsOf } from "@/lib/operations/record/labels";
import type { Context } from "@/lib/operations/transaction/context";
import { alert } from "@/lib/resources/alerts/alert";
import { alertStateTimeline } from "@/lib/resources/alerts/alert-state-timeline";
import { monitor } from "@/lib/resources/monitoring/monitor";
import type { JsonObject } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { durationColumns } from "./incident-tally";
import { isWithin, type Period } from "./period";
import { readableIn, scanRecords } from "./scan";

type Noise = NonNullable<Report["noise"]>;

/** Most monitors in a report, those with the most alerts. */
const mostMonitors = 15;
/** An alert that is over sooner is short. */
const shortSeconds = 300;

/**
 * Returns the monitors with the most alerts in a period. Null without permission to read alerts,
 * the events of their states, or monitors.
 */
export async function noiseOf(
  context: Context,
  projectId: string,
  period: Period,
): Promise<Noise | null> {
  const visibility = readableIn(context, alert, projectId);
  const others = [alertStateTimeline, monitor];
  if (!visibility || !others.every((one) => readableIn(context, one, projectId))) return null;
  const byMonitor = new Map<string, Counts>();
  const columns = ["monitorId", ...durationColumns];
  const scan = { projectId, column: "createdAt", stretch: period, columns };
  let all = 0;
  await scanRecords(context, visibility, scan, (rows) => {
    all += rows.length;
    for (const row of rows) add(byMonitor, row);
  });
  const loudest = [...byMonitor]
    .sort(([one, a], [other, b]) => b.alerts - a.alerts || (one < other ? -1 : 1))
    .slice(0, mostMonitors);
  const labels = await labelsOf(
    context,
    monitor,
    loudest.map(([id]) => id),
  );
  const query = { projectId, createdAt: isWithin(period) };
  return {
    ...{ count: all, query },
    monitors: loudest.map(([_id, counts]) => ({
      ...{ _id, label: labels.get(_id)?.label ?? "" },
      ...numbersOf(counts, { ...query, monitorId: _id }),
    })),
    isComplete: byMonitor.size <= mostMonitors,
  };
}

interface Counts {
  alerts: number;
  unacknowledged: number;
  short: number;
}

/** Adds an alert to the counts of its monitor. */
function add(byMonitor: Map<string, Counts>, row: Row): void {
  const { monitorId, acknowledgedAfterSeconds = null, resolvedAfterSeconds = null } = row;
  if (typeof monitorId !== "string") return;
  const counts = byMonitor.get(monitorId) ?? { alerts: 0, unacknowledged: 0, short: 0 };
  byMonitor.set(monitorId, counts);
  counts.alerts += 1;
  if (acknowledgedAfterSeconds === null) counts.unacknowledged += 1;
  if (resolvedAfterSeconds !== null && Number(resolvedAfterSeconds) < shortSeconds)
    counts.short += 1;
}

function numbersOf({ alerts, unacknowledged, short }: Counts, query: JsonObject) {
  const isShort = { _type: "LessThan", value: shortSeconds };
  return {
    alerts: { count: alerts, query },
    unacknowledged: { count: unacknowledged, query: { ...query, acknowledgedAfterSeconds: null } },
    short: { count: short, query: { ...query, resolvedAfterSeconds: isShort } },
  };
}
