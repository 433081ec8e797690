import type { Row } from "@/lib/schema/row";
import {
  isResolved,
  monitorsOf,
  releaseMonitors,
  releaseWhenResolved,
  takeMonitors,
} from "./incident-monitors";
import { incidentStates } from "./incident-state-timeline";
import type { Moment, Rules } from "./rules";
import { addEvent, appendEvent } from "./timeline";

/** An incident keeps a history of its states, and the monitors it names share its fate. */
export const incidentRules: Rules = {
  async afterCreate(moment, row) {
    const startsAt = row.declaredAt ?? moment.now;
    await addEvent(moment, incidentStates, { ...stateOf(row), startsAt });
    await takeMonitors(moment, row, monitorsOf(row));
  },
  async afterUpdate(moment, before, after) {
    if (before.currentIncidentStateId !== after.currentIncidentStateId) {
      await appendEvent(moment, incidentStates, stateOf(after));
      await releaseWhenResolved(moment, before, after);
    }
    await followMonitors(moment, before, after);
  },
  async afterRemove(moment, row) {
    if (await isResolved(moment, row)) return;
    await releaseMonitors(moment, row, monitorsOf(row), "deleted");
  },
};

function stateOf(row: Row) {
  const { projectId = null, _id: ownerId = null, currentIncidentStateId: value = null } = row;
  return { projectId, ownerId, value };
}

/** Monitors added to an unresolved incident take its status, those taken off it are let go. */
async function followMonitors(moment: Moment, before: Row, after: Row): Promise<void> {
  const old = new Set(monitorsOf(before));
  const present = new Set(monitorsOf(after));
  const added = [...present].filter((id) => !old.has(id));
  const taken = [...old].filter((id) => !present.has(id));
  if (added.length + taken.length === 0 || (await isResolved(moment, after))) return;
  await takeMonitors(moment, after, added);
  await releaseMonitors(moment, before, taken, "no longer affected");
}
