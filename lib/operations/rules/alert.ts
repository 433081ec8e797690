import type { Row } from "@/lib/schema/row";
import { alertStates } from "./alert-state-timeline";
import type { Rules } from "./rules";
import { addEvent, appendEvent } from "./timeline";

/** An alert keeps a history of its states. */
export const alertRules: Rules = {
  async afterCreate(moment, row) {
    await addEvent(moment, alertStates, { ...stateOf(row), startsAt: moment.now });
  },
  async afterUpdate(moment, before, after) {
    if (before.currentAlertStateId === after.currentAlertStateId) return;
    await appendEvent(moment, alertStates, stateOf(after));
  },
};

function stateOf(row: Row) {
  const { projectId = null, _id: ownerId = null, currentAlertStateId: value = null } = row;
  return { projectId, ownerId, value };
}
