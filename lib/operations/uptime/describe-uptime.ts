import { includesProject, refusalDetails } from "@/lib/auth/grants/permission";
import type { InputOf, JsonText } from "@/lib/contract/endpoint";
import type { Uptime, uptime } from "@/lib/contract/summary";
import { AppError } from "@/lib/errors";
import { both, visibilityOf } from "@/lib/operations/access/visibility";
import type { Context } from "@/lib/operations/transaction/context";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import type { Filter } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import { mostMonitors } from "@/lib/schema/uptime/uptime-limits";
import { pageSettings } from "./bar-colors";
import { incidentsByDay } from "./incidents-by-day";
import { projectTimeZone } from "./project-time-zone";
import type { ProjectStatuses } from "./status-ranks";
import { uptimeInPortions } from "./uptime";
import { uptimeJson } from "./uptime-json";

/**
 * Returns the JSON of the uptime of a project's monitors. Throws 403 if the caller may not read
 * monitors, their statuses and their status events there. Monitors that they cannot read are left
 * out, incidents are null without the permission to read them.
 */
export async function describeUptime(
  context: Context,
  query: InputOf<typeof uptime, "query">,
): Promise<JsonText<Uptime>> {
  const { projectId } = query;
  for (const one of [monitor, monitorStatus, monitorStatusTimeline])
    requireReadable(context, one, projectId);
  const now = context.now();
  const ids = await monitorIdsOf(context, projectId, query.monitors);
  const page = await pageSettings(context, projectId, query.statusPage);
  const { statusPage, rules, defaultBarColor, downtimeStatusIds } = page;
  const { reader } = context.store;
  const timeZone = query.timeZone ?? page.timeZone ?? (await projectTimeZone(context, projectId));
  const computed = await uptimeInPortions(reader, {
    ...{ projectId, timeZone, downtimeStatusIds, now },
    monitorIds: ids.slice(0, mostMonitors),
    days: Number(query.days),
  });
  const { days, startsMs, statuses, portions } = computed;
  const incidents = await incidentsByDay(context, projectId, startsMs);
  const frame = {
    ...{ projectId, at: now.toISOString(), timeZone, statusPage, rules, defaultBarColor },
    statuses: statusesOf(statuses),
    days,
    dayStarts: startsMs.map((startMs) => new Date(startMs).toISOString()),
    hasMoreMonitors: ids.length > mostMonitors,
    hasAllIncidents: incidents?.isComplete ?? true,
  };
  return await uptimeJson(frame, portions, incidents?.byMonitor);
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
