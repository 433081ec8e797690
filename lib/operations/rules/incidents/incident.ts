import { addEvent, appendEvent } from "@/lib/operations/rules/timeline/timeline";
import type { Rules } from "@/lib/operations/transaction/transaction";
import type { Row } from "@/lib/schema/row";
import { settleMonitors, takeMonitors } from "./incident-monitors";
import { incidentStates } from "./incident-state-timeline";

/** An incident has a timeline of its states, and its state sets the status of its monitors. */
export const incidentRules: Rules = {
  async afterCreate(transaction, row) {
    const startsAt = row.declaredAt ?? transaction.now;
    await addEvent(transaction, incidentStates, { ...stateOf(row), startsAt });
    await takeMonitors(transaction, row);
  },
  async afterUpdate(transaction, before, after) {
    if (before.currentIncidentStateId !== after.currentIncidentStateId) {
      await appendEvent(transaction, incidentStates, stateOf(after));
    }
    await settleMonitors(transaction, before, after);
  },
  afterRemove: (transaction, row) => settleMonitors(transaction, row),
};

function stateOf(row: Row) {
  const { projectId = null, _id: ownerId = null, currentIncidentStateId: value = null } = row;
  return { projectId, ownerId, value };
}
