import type { Report } from "@/lib/contract/report";
import type { Context } from "@/lib/operations/transaction/context";
import { pageSettings } from "@/lib/operations/uptime/bar-colors";
import { totalOfDays } from "@/lib/operations/uptime/day-totals";
import { uptimeOf } from "@/lib/operations/uptime/uptime";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import { type UptimeTotal, uptimeText } from "@/lib/schema/uptime/uptime-percent";
import type { Period } from "./period";
import { readableIn } from "./scan";

type Uptime = NonNullable<Report["uptime"]>;

/** Most monitors in a report, the first ones by name. */
const mostMonitors = 200;

/**
 * Returns the uptime of monitors in the months of a period, as far as these lie in it. Worst first.
 * Null without permission to read monitors, their statuses and their events.
 */
export async function uptimeByMonth(
  context: Context,
  projectId: string,
  period: Period,
  timeZone: string,
): Promise<Uptime | null> {
  const visibility = readableIn(context, monitor, projectId);
  const others = [monitorStatus, monitorStatusTimeline];
  if (!visibility || !others.every((one) => readableIn(context, one, projectId))) return null;
  const { reader } = context.store;
  const rows = await reader.find(monitor, {
    projects: [projectId],
    ...(visibility.filter && { filter: visibility.filter }),
    columns: ["_id", "name"],
    sort: [{ column: "name", direction: "asc" }],
    limit: mostMonitors + 1,
  });
  const shown = rows.slice(0, mostMonitors);
  const { downtimeStatusIds } = await pageSettings(context, projectId, undefined);
  const computed = await uptimeOf(reader, {
    ...{ projectId, timeZone, downtimeStatusIds, now: context.now() },
    monitorIds: shown.map(({ _id }) => String(_id)),
    days: period.days.length,
  });
  const days = period.days.filter((day) => day <= period.to);
  const months = [...new Set(days.map(monthOf))];
  const monitors = computed.monitors.map((one, place) => {
    const perMonth = months.map((month) =>
      totalOfDays(one.days, (day) => days[day] !== undefined && monthOf(days[day]) === month),
    );
    const label = String(shown[place]?.["name"] ?? "");
    return { _id: one.monitorId, label, total: totalOf(perMonth), perMonth };
  });
  monitors.sort((one, other) => shareOf(other.total) - shareOf(one.total));
  return {
    months,
    monitors: monitors.map(({ total, perMonth, ...named }) => ({
      ...named,
      total: shownTotal(total),
      months: perMonth.map(shownTotal),
    })),
    hasMore: rows.length > mostMonitors,
  };
}

function monthOf(day: string): string {
  return day.slice(0, 7);
}

function totalOf(parts: readonly UptimeTotal[]): UptimeTotal {
  return parts.reduce(
    (sum, { knownMs, downMs }) => ({ knownMs: sum.knownMs + knownMs, downMs: sum.downMs + downMs }),
    { knownMs: 0, downMs: 0 },
  );
}

function shareOf({ knownMs, downMs }: UptimeTotal): number {
  return knownMs === 0 ? -1 : downMs / knownMs;
}

function shownTotal(total: UptimeTotal) {
  const { knownMs, downMs } = total;
  return {
    uptime: uptimeText(total),
    ...{ knownSeconds: knownMs / 1_000, downSeconds: downMs / 1_000 },
  };
}
