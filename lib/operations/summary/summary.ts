import type { Context } from "@/lib/operations/transaction/context";
import { alert } from "@/lib/resources/alerts/alert";
import { changeLog } from "@/lib/resources/system/change-log";
import { type Latest, latest } from "./latest";
import { type MonitorNumbers, monitorNumbers } from "./monitors";
import { type OpenIncidents, openIncidents } from "./open-incidents";
import { type Open, openNumbers } from "./open-records";

/** Overview of a project. A part is null if the caller may not read its records. */
export interface Summary {
  readonly projectId: string;
  /** Time to which ages are measured. */
  readonly at: string;
  readonly incidents: OpenIncidents | null;
  readonly alerts: (Open & { readonly recent: Latest }) | null;
  readonly monitors: MonitorNumbers | null;
  readonly changes: Latest | null;
}

const shown = 8;

/** Returns the overview of a project. Each count comes with the query of its list. */
export async function summaryOf(context: Context, projectId: string): Promise<Summary> {
  const at = context.now();
  return {
    projectId,
    at: at.toISOString(),
    incidents: await openIncidents(context, projectId, at),
    alerts: await withRecent(context, projectId, await openNumbers(context, projectId, at, alert)),
    monitors: await monitorNumbers(context, projectId),
    changes: await latest(context, changeLog, {
      ...{ query: { projectId }, select: changeSelect, limit: shown },
    }),
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
  const recent =
    open &&
    (await latest(context, alert, { query: { projectId }, select: alertSelect, limit: shown }));
  return open && recent && { ...open, recent };
}
