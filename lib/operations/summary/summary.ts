import { mayReach } from "@/lib/auth/permission";
import type { Context } from "@/lib/operations/context";
import { listRecords } from "@/lib/operations/list";
import { reachOrNone } from "@/lib/operations/reach-or-none";
import { alert } from "@/lib/resources/alert";
import { changeLog } from "@/lib/resources/change-log";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type MonitorNumbers, monitorNumbers } from "./monitors";
import { alertNumbers, incidentNumbers, type Open } from "./open-records";

/** Records and the query of the list that holds them and all others like them. */
export interface Latest {
  readonly data: readonly Row[];
  readonly query: JsonObject;
}

/** How a project stands. A part is null when the caller may not read what it counts. */
export interface Summary {
  readonly projectId: string;
  /** The moment that ages are counted to. */
  readonly at: string;
  readonly incidents: Open | null;
  readonly alerts: (Open & { readonly recent: Latest }) | null;
  readonly monitors: MonitorNumbers | null;
  readonly changes: Latest | null;
}

const shown = 8;

/** The overview of a project. Each number comes with the query for which a list counts the same records. */
export async function summaryOf(context: Context, projectId: string): Promise<Summary> {
  const at = context.now();
  return {
    projectId,
    at: at.toISOString(),
    incidents: await incidentNumbers(context, projectId, at),
    alerts: await withRecent(context, projectId, await alertNumbers(context, projectId, at)),
    monitors: await monitorNumbers(context, projectId),
    changes: await latest(context, changeLog, { projectId }, changeSelect),
  };
}

const changeSelect = {
  ...{ at: true, resource: true, recordId: true, operation: true, channel: true },
  ...{ actorType: true, actorId: true, actorName: true, before: true, after: true },
};

const alertSelect = {
  ...{ title: true, alertNumberWithPrefix: true, createdAt: true },
  ...{ currentAlertStateId: true, alertSeverityId: true },
};

async function withRecent(context: Context, projectId: string, open: Open | null) {
  const recent = open && (await latest(context, alert, { projectId }, alertSelect));
  return open && recent && { ...open, recent };
}

async function latest(
  context: Context,
  resource: Resource,
  query: JsonObject,
  select: JsonObject,
): Promise<Latest | null> {
  const reach = reachOrNone(context, resource);
  if (!reach || !mayReach(reach.projects, String(query.projectId))) return null;
  const ask = { query, select, limit: shown, skip: 0, count: "none" as const };
  const { data } = await listRecords(context, resource, ask);
  return { data, query };
}
