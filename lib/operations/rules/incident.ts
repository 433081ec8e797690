import type { Row } from "@/lib/schema/row";
import { settleMonitors, takeMonitors } from "./incident-monitors";
import { incidentStates } from "./incident-state-timeline";
import type { Rules } from "./rules";
import { addEvent, appendEvent } from "./timeline";

/** An incident keeps a history of its states, and the monitors it names share its fate. */
export const incidentRules: Rules = {
  async afterCreate(moment, row) {
    const startsAt = row.declaredAt ?? moment.now;
    await addEvent(moment, incidentStates, { ...stateOf(row), startsAt });
    await takeMonitors(moment, row);
  },
  async afterUpdate(moment, before, after) {
    if (before.currentIncidentStateId !== after.currentIncidentStateId) {
      await appendEvent(moment, incidentStates, stateOf(after));
    }
    await settleMonitors(moment, before, after);
  },
  afterRemove: (moment, row) => settleMonitors(moment, row),
};

function stateOf(row: Row) {
  const { projectId = null, _id: ownerId = null, currentIncidentStateId: value = null } = row;
  return { projectId, ownerId, value };
}
