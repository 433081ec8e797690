import type {
  Level,
  Phase,
  PublicGroup,
  PublicIncident,
  PublicMonitor,
  PublicPage,
  PublicStatus,
} from "@/lib/operations/status-pages/public-page";
import type { JsonObject } from "@/lib/schema/json";
import type { DocumentName } from "./address";

type JsonName = Exclude<DocumentName, "" | "feed.atom" | "logo" | "icon.svg">;

/** The documents of version 2 of the API of Atlassian's Statuspage, as JSON values. */
export const jsonDocuments: Readonly<
  Record<JsonName, (page: PublicPage, base: string) => JsonObject>
> = {
  "api/v2/summary.json": (page, base) => ({
    ...{ page: pageOf(page, base), components: componentsOf(page) },
    incidents: incidentsOf(page.openIncidents, page, base),
    ...{ scheduled_maintenances: [], status: statusOf(page) },
  }),
  "api/v2/status.json": (page, base) => ({ page: pageOf(page, base), status: statusOf(page) }),
  "api/v2/components.json": (page, base) => ({
    ...{ page: pageOf(page, base), components: componentsOf(page) },
  }),
  "api/v2/incidents.json": (page, base) => ({
    page: pageOf(page, base),
    incidents: incidentsOf([...page.openIncidents, ...(page.pastIncidents ?? [])], page, base),
  }),
  "api/v2/incidents/unresolved.json": (page, base) => ({
    page: pageOf(page, base),
    incidents: incidentsOf(page.openIncidents, page, base),
  }),
  "api/v2/scheduled-maintenances.json": noMaintenance,
  "api/v2/scheduled-maintenances/upcoming.json": noMaintenance,
  "api/v2/scheduled-maintenances/active.json": noMaintenance,
};

/** As many as Statuspage lists. */
const mostIncidents = 50;
/** Most components of one incident, because each stands in the document once more. */
const mostAffected = 50;

/** There is no record of planned maintenance. */
function noMaintenance(page: PublicPage, base: string): JsonObject {
  return { page: pageOf(page, base), scheduled_maintenances: [] };
}

function pageOf({ id, title, timeZone, updatedAt }: PublicPage, base: string): JsonObject {
  return { id, name: title, url: base, time_zone: timeZone, updated_at: updatedAt };
}

function statusOf({ state }: PublicPage): JsonObject {
  const { level, text, isTotal } = state;
  const indicators = { operational: "none", degraded: "minor", down: "major" } as const;
  return { indicator: isTotal ? "critical" : indicators[level], description: text };
}

const componentStatuses: Readonly<Record<Level, string>> = {
  operational: "operational",
  degraded: "degraded_performance",
  down: "major_outage",
};

/**
 * Monitors and groups whose status the page does not show, or does not know, are no components,
 * because these have a status. The monitors of such a group stand without a group.
 */
function componentsOf(page: PublicPage): JsonObject[] {
  return page.groups.flatMap((group) => {
    const { id, status } = group;
    const groupId = status === undefined ? undefined : id;
    let position = 0;
    const own = group.monitors.flatMap((one) => {
      if (one.status === undefined) return [];
      position += 1;
      return [componentOf(one, one.status, { page, position, groupId })];
    });
    return status === undefined || id === undefined
      ? own
      : [groupOf(group, status, page, own), ...own];
  });
}

interface Place {
  readonly page: PublicPage;
  readonly position: number;
  readonly groupId: string | undefined;
}

function componentOf(
  monitor: PublicMonitor,
  { level }: PublicStatus,
  { page, position, groupId }: Place,
): JsonObject {
  const { id, name, description, createdAt, updatedAt } = monitor;
  return {
    ...{ id, name, status: componentStatuses[level] },
    ...{ created_at: createdAt, updated_at: updatedAt, position },
    ...{ description: description === "" ? null : description, showcase: true },
    ...{ start_date: null, group_id: groupId ?? null, page_id: page.id },
    ...{ group: false, only_show_if_degraded: false },
  };
}

function groupOf(
  group: PublicGroup,
  { level }: PublicStatus,
  page: PublicPage,
  own: readonly JsonObject[],
): JsonObject {
  const { id = "", name, description, createdAt, updatedAt } = group;
  return {
    ...{ id, name, status: componentStatuses[level] },
    ...{ created_at: createdAt, updated_at: updatedAt, position: page.groups.indexOf(group) + 1 },
    ...{ description: description === "" ? null : description, showcase: false },
    ...{ start_date: null, group_id: null, page_id: page.id },
    ...{ group: true, only_show_if_degraded: false },
    components: own.map((one) => one["id"] ?? null),
  };
}

function incidentsOf(
  incidents: readonly PublicIncident[],
  page: PublicPage,
  base: string,
): JsonObject[] {
  const components = componentsOf(page);
  return incidents.slice(0, mostIncidents).map((one) => incidentOf(one, page, base, components));
}

/** The newest update names the affected components, so that the document stays in proportion. */
function incidentOf(
  incident: PublicIncident,
  page: PublicPage,
  base: string,
  components: readonly JsonObject[],
): JsonObject {
  const { id, title, phase, impact, monitorIds, postmortem } = incident;
  const shown = new Set(monitorIds);
  const affected = components.filter((one) => shown.has(String(one["id"]))).slice(0, mostAffected);
  const codes = affected.map((one) => ({
    ...{ code: one["id"] ?? null, name: one["name"] ?? null },
    ...{ old_status: one["status"] ?? null, new_status: one["status"] ?? null },
  }));
  const first = incident.updates.at(-1);
  const update = (updateId: string, status: Phase, body: string, at: string): JsonObject => ({
    ...{ id: updateId, status, body, created_at: at, updated_at: at, display_at: at },
    ...{ incident_id: id, affected_components: [] },
  });
  const begin =
    incident.description === ""
      ? []
      : [update(id, first?.phase ?? phase, incident.description, incident.declaredAt)];
  const end =
    postmortem === undefined ? [] : [update(`${id}-p`, phase, postmortem, incident.updatedAt)];
  const [newest, ...earlier] = [
    ...end,
    ...incident.updates.map((one) => update(one.id, one.phase, one.state ?? one.text, one.at)),
    ...begin,
  ];
  return {
    ...{ id, name: title, status: phase, impact },
    ...{ created_at: incident.declaredAt, updated_at: incident.updatedAt },
    monitoring_at: incident.updates.find((one) => one.phase === "monitoring")?.at ?? null,
    ...{ resolved_at: incident.resolvedAt ?? null, started_at: incident.declaredAt },
    ...{ shortlink: `${base}#incident-${id}`, page_id: page.id },
    incident_updates: newest ? [{ ...newest, affected_components: codes }, ...earlier] : [],
    components: affected,
  };
}
