import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import { statusPageGroup } from "@/lib/resources/status-pages/status-page-group";
import { statusPageResource } from "@/lib/resources/status-pages/status-page-resource";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";
import { idsOf, textOf } from "./columns";
import { findBounded } from "./long-texts";
import { presentStatuses } from "./present-statuses";
import type { Level, PublicStatus } from "./public-page";

/** Most monitors and most groups that a page shows. */
const mostMonitors = 500;
const mostGroups = 100;

/** The records behind the monitors of a page. */
export interface PageMonitors {
  /** Rows of groups and of status page resources, in the order of the page. */
  readonly groups: readonly Row[];
  readonly shown: readonly Row[];
  /** The status of each monitor, by the monitor's id. */
  readonly statusOf: ReadonlyMap<string, PublicStatus>;
  /** Ids of the statuses that count as down. */
  readonly downStatuses: ReadonlySet<string>;
  /** When a planned status begins next, in milliseconds since 1970. */
  readonly changesAt: number | undefined;
}

/** Reads the monitors that a page shows, and their present statuses. */
export async function pageMonitors(reader: Reader, page: Row, now: Date): Promise<PageMonitors> {
  const projects = [String(page.projectId)];
  const ofPage = { op: "eq", column: "statusPageId", value: String(page._id) } as const;
  const sort = [{ column: "order", direction: "asc" as const }, ...oldestFirst];
  const ask = { projects, filter: ofPage, sort };
  const groups = await findBounded(reader, statusPageGroup, { ...ask, limit: mostGroups });
  const rows = await findBounded(reader, statusPageResource, { ...ask, limit: mostMonitors });
  const ids = [...new Set(rows.map(({ monitorId }) => textOf(monitorId)).filter(Boolean))];
  const statuses = await reader.find(monitorStatus, { projects });
  const downStatuses = downIds(page, statuses);
  const watched = await reader.find(monitor, {
    ...{ projects, columns: ["_id", "currentMonitorStatusId"] },
    filter: { op: "in", column: "_id", values: ids },
  });
  const byId = new Map(statuses.map((one) => [String(one._id), shownStatus(one, downStatuses)]));
  const present = await presentStatuses(reader, String(page.projectId), ids, now);
  const statusOf = new Map<string, PublicStatus>();
  for (const { _id, currentMonitorStatusId } of watched) {
    const id = present.byMonitor.get(String(_id)) ?? textOf(currentMonitorStatusId);
    const status = byId.get(id);
    if (status) statusOf.set(String(_id), status);
  }
  const existing = new Set(watched.map(({ _id }) => String(_id)));
  const shown = rows.filter(({ monitorId }) => existing.has(textOf(monitorId)));
  return { groups, shown, statusOf, downStatuses, changesAt: present.changesAt };
}

const oldestFirst = [
  { column: "createdAt", direction: "asc" },
  { column: "_id", direction: "asc" },
] as const;

/** The statuses that the page counts as down; if it names none, those that say so themselves. */
function downIds(page: Row, statuses: readonly Row[]): ReadonlySet<string> {
  const named = idsOf(page.downtimeMonitorStatuses);
  if (named.length > 0) return new Set(named);
  return new Set(statuses.filter((one) => one.isOfflineState === true).map(({ _id }) => `${_id}`));
}

function shownStatus(status: Row, down: ReadonlySet<string>): PublicStatus {
  return { name: textOf(status.name), color: textOf(status.color), level: levelOf(status, down) };
}

function levelOf(status: Row, down: ReadonlySet<string>): Level {
  if (down.has(String(status._id))) return "down";
  return status.isOperationalState === true ? "operational" : "degraded";
}
