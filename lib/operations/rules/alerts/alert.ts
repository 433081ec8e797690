import { addEvent, appendEvent } from "@/lib/operations/rules/timeline/timeline";
import type { Rules } from "@/lib/operations/transaction/transaction";
import type { Row } from "@/lib/schema/row";
import { alertStates } from "./alert-state-timeline";

/** An alert has a timeline of its states. */
export const alertRules: Rules = {
  async afterCreate(transaction, row) {
    await addEvent(transaction, alertStates, { ...stateOf(row), startsAt: transaction.now });
  },
  async afterUpdate(transaction, before, after) {
    if (before.currentAlertStateId === after.currentAlertStateId) return;
    await appendEvent(transaction, alertStates, stateOf(after));
  },
};

function stateOf(row: Row) {
  const { projectId = null, _id: ownerId = null, currentAlertStateId: value = null } = row;
  return { projectId, ownerId, value };
}
