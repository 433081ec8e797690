import { stateRules } from "@/lib/operations/rules/timeline/lifecycle-rules";
import type { Rules } from "@/lib/operations/transaction/transaction";
import { incident } from "@/lib/resources/incidents/incident";
import { settleMonitors, takeMonitors } from "./incident-monitors";
import { incidentStates } from "./incident-state-timeline";

const states = stateRules(incidentStates, incident.lifecycle?.began);

/** An incident has a timeline of its states, and its state sets the status of its monitors. */
export const incidentRules: Rules = {
  async afterCreate(transaction, row, hasNewId) {
    await states.afterCreate(transaction, row, hasNewId);
    await takeMonitors(transaction, row);
  },
  async afterUpdate(transaction, before, after) {
    await states.afterUpdate(transaction, before, after);
    await settleMonitors(transaction, before, after);
  },
  afterRemove: (transaction, row) => settleMonitors(transaction, row),
};
