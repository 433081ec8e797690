import type { Timeline } from "@/lib/operations/rules/timeline/timeline";
import { timelineOf } from "@/lib/operations/rules/timeline/timeline-of";
import { timelineRules } from "@/lib/operations/rules/timeline/timeline-rules";
import type { Rules } from "@/lib/operations/transaction/transaction";
import { incidentStateTimeline } from "@/lib/resources/incidents/incident-state-timeline";
import { settleMonitors } from "./incident-monitors";

/** Timeline of the states of an incident, which also set the status of its monitors. */
export const incidentStates: Timeline = {
  ...timelineOf(incidentStateTimeline),
  afterOwner: settleMonitors,
};

export const incidentStateTimelineRules: Rules = timelineRules(incidentStates);
