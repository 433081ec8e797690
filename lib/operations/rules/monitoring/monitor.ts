import { invalid } from "@/lib/errors";
import { TimelineEvents } from "@/lib/operations/rules/timeline/timeline";
import type { Rules, Transaction } from "@/lib/operations/transaction/transaction";
import { faultAt } from "@/lib/schema/pointer";
import type { Row } from "@/lib/schema/row";
import { monitorStatuses } from "./monitor-status-timeline";
import { operationalStatuses } from "./operational-status";

/** A monitor starts in the operational status by default, and each new status starts an event. */
export const monitorRules: Rules = {
  async beforeCreate(transaction, draft) {
    const [status] = await operationalStatuses(transaction.writer, draft.projectId ?? null);
    draft.currentMonitorStatusId ??= status ?? null;
    if (draft.currentMonitorStatusId !== null) return;
    const problem = "is required: the project has no status for when all is well";
    const field = "currentMonitorStatusId";
    throw invalid([faultAt(["data", field], field, problem)]);
  },
  afterCreate: (transaction, row, hasNewId) => begin(transaction, row, hasNewId),
  async afterUpdate(transaction, before, after) {
    if (before.currentMonitorStatusId !== after.currentMonitorStatusId)
      await begin(transaction, after, false);
  },
};

async function begin(transaction: Transaction, row: Row, hasNewId: boolean): Promise<void> {
  const { projectId = null, _id: ownerId = null, currentMonitorStatusId: value = null } = row;
  const events = new TimelineEvents(transaction, monitorStatuses);
  await events.add({ projectId, ownerId, value, startsAt: transaction.now }, hasNewId);
}
