import { invalid } from "@/lib/errors";
import { faultAt } from "@/lib/schema/pointer";
import type { Row } from "@/lib/schema/row";
import { monitorStatuses } from "./monitor-status-timeline";
import { operationalStatuses } from "./operational-status";
import type { Moment, Rules } from "./rules";
import { addEvent } from "./timeline";

/** A monitor starts out well unless told otherwise, and each status it takes begins an event. */
export const monitorRules: Rules = {
  async beforeCreate(moment, draft) {
    const [status] = await operationalStatuses(moment.writer, draft.projectId ?? null);
    draft.currentMonitorStatusId ??= status ?? null;
    if (draft.currentMonitorStatusId !== null) return;
    const problem = "is required: the project has no status for when all is well";
    const field = "currentMonitorStatusId";
    throw invalid([faultAt(["data", field], field, problem)]);
  },
  afterCreate: (moment, row) => begin(moment, row),
  async afterUpdate(moment, before, after) {
    if (before.currentMonitorStatusId !== after.currentMonitorStatusId) await begin(moment, after);
  },
};

async function begin(moment: Moment, row: Row): Promise<void> {
  const { projectId = null, _id: ownerId = null, currentMonitorStatusId: value = null } = row;
  const startsAt = moment.now;
  await addEvent(moment, monitorStatuses, { projectId, ownerId, value, startsAt });
}
