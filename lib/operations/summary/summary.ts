import type { OpenRecords, Summary } from "@/lib/contract/summary";
import type { Context } from "@/lib/operations/transaction/context";
import { alert } from "@/lib/resources/alerts/alert";
import { changeLog } from "@/lib/resources/system/change-log";
import { latest } from "./latest";
import { monitorNumbers } from "./monitors";
import { openIncidents } from "./open-incidents";
import { openNumbers } from "./open-records";

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
  ...{ currentAlertStateId: true, alertSeverityId: true, monitorId: true },
};

async function withRecent(context: Context, projectId: string, open: OpenRecords | null) {
  const recent =
    open &&
    (await latest(context, alert, { query: { projectId }, select: alertSelect, limit: shown }));
  return open && recent && { ...open, recent };
}
