import { includesProject, refusalDetails } from "@/lib/auth/grants/permission";
import type { InputOf } from "@/lib/contract/endpoint";
import type { Uptime, UptimeOfMonitor, uptime } from "@/lib/contract/summary";
import { AppError } from "@/lib/errors";
import { both, visibilityOf } from "@/lib/operations/access/visibility";
import type { Context } from "@/lib/operations/transaction/context";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import type { Filter } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import { mostMonitors } from "@/lib/schema/uptime/uptime-limits";
import { uptimeText } from "@/lib/schema/uptime/uptime-percent";
import { pageSettings } from "./bar-colors";
import { totalOfDay } from "./day-totals";
import { type DatedIncident, incidentsByDay } from "./incidents-by-day";
import { projectTimeZone } from "./project-time-zone";
import type { ProjectStatuses } from "./status-ranks";
import { type MonitorUptime, uptimeOf } from "./uptime";

const perSecond = 1_000;
const incidentsShown = 3;

/**
 * Returns the uptime of a project's monitors. Throws 403 if the caller may not read monitors, their
 * statuses and their status events there. Monitors that they cannot read are left out, incidents
 * are null without the permission to read them.
 */
export async function describeUptime(
  context: Context,
  query: InputOf<typeof uptime, "query">,
): Promise<Uptime> {
  const { projectId } = query;
  for (const one of [monitor, monitorStatus, monitorStatusTimeline])
    requireReadable(context, one, projectId);
  const now = context.now();
  const ids = await monitorIdsOf(context, projectId, query.monitors);
  const page = await pageSettings(context, projectId, query.statusPage);
  const { statusPage, rules, defaultBarColor, downtimeStatusIds } = page;
  const { reader } = context.store;
  const timeZone = query.timeZone ?? page.timeZone ?? (await projectTimeZone(context, projectId));
  const report = await uptimeOf(reader, {
    ...{ projectId, timeZone, downtimeStatusIds, now },
    monitorIds: ids.slice(0, mostMonitors),
    days: Number(query.days),
  });
  const incidents = await incidentsByDay(context, projectId, report.startsMs);
  const places = new Map(report.statuses.records.map(({ _id }, place) => [String(_id), place]));
  return {
    ...{ projectId, at: now.toISOString(), timeZone, statusPage, rules, defaultBarColor },
    statuses: statusesOf(report.statuses),
    days: report.days,
    dayStarts: report.startsMs.map((startMs) => new Date(startMs).toISOString()),
    uptime: uptimeText(report),
    monitors: report.monitors.map((one) => ({
      ...timesOf(one, places),
      incidents: incidents
        ? numbersOf(incidents.byMonitor.get(one.monitorId) ?? [], report.days.length)
        : null,
    })),
    hasMoreMonitors: ids.length > mostMonitors,
    hasAllIncidents: incidents?.isComplete ?? true,
  };
}

function requireReadable(context: Context, resource: Resource, projectId: string): void {
  if (includesProject(visibilityOf(context, resource).projects, projectId)) return;
  const detail = `You may not read ${resource.plural} in this project.`;
  throw new AppError("forbidden", detail, refusalDetails(resource, "read", projectId));
}

/** Returns the ids of readable monitors, one more than are computed if there are more. */
async function monitorIdsOf(
  context: Context,
  projectId: string,
  wanted: readonly string[] | undefined,
): Promise<string[]> {
  const { filter } = visibilityOf(context, monitor);
  const byId: Filter | undefined = wanted && { op: "in", column: "_id", values: wanted };
  const whole = both(filter, byId);
  const rows = await context.store.reader.find(monitor, {
    projects: [projectId],
    ...(whole && { filter: whole }),
    columns: ["_id"],
    sort: [{ column: "name", direction: "asc" }],
    limit: mostMonitors + 1,
  });
  const ids = rows.map(({ _id }) => String(_id));
  const found = new Set(ids);
  return wanted ? wanted.filter((id) => found.has(id)) : ids;
}

function statusesOf({ records, down }: ProjectStatuses): Uptime["statuses"] {
  return records.map(({ _id, name = null, color = null }) => ({
    _id: String(_id),
    label: String(name ?? ""),
    color: color === null ? null : String(color),
    isDown: down.has(String(_id)),
  }));
}

function timesOf(
  { monitorId, days, knownMs, downMs }: MonitorUptime,
  places: ReadonlyMap<string, number>,
): Omit<UptimeOfMonitor, "incidents"> {
  const placeOf = (id: string | null) => (id === null ? null : (places.get(id) ?? null));
  // Performance: a loop, because a request has up to 90,000 days.
  const downtime: UptimeOfMonitor["downtime"][number][] = [];
  for (const { day, statusId, lastedMs } of days.downtime) {
    const status = placeOf(statusId);
    if (status !== null) downtime.push({ day, status, seconds: lastedMs / perSecond });
  }
  return {
    ...{ _id: monitorId, uptime: uptimeText({ knownMs, downMs }), downtime },
    ...{ knownSeconds: knownMs / perSecond, downSeconds: downMs / perSecond },
    upSeconds: (knownMs - downMs) / perSecond,
    days: {
      uptime: days.knownMs.map((_, day) => uptimeText(totalOfDay(days, day))),
      knownSeconds: days.knownMs.map((ms) => ms / perSecond),
      upSeconds: days.knownMs.map((ms, day) => (ms - (days.downMs[day] ?? 0)) / perSecond),
      downSeconds: days.downMs.map((ms) => ms / perSecond),
      worstStatus: days.worstStatusIds.map(placeOf),
    },
  };
}

function numbersOf(
  found: readonly DatedIncident[],
  days: number,
): NonNullable<UptimeOfMonitor["incidents"]> {
  const perDay = new Array<number>(days).fill(0);
  const first = found.filter(({ day }) => {
    const count = (perDay[day] ?? 0) + 1;
    perDay[day] = count;
    return count <= incidentsShown;
  });
  return { perDay, first };
}
