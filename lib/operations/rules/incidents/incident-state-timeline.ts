import type { Timeline } from "@/lib/operations/rules/timeline/timeline";
import { timelineRules } from "@/lib/operations/rules/timeline/timeline-rules";
import type { Rules } from "@/lib/operations/transaction/transaction";
import { incident } from "@/lib/resources/incidents/incident";
import { incidentStateTimeline } from "@/lib/resources/incidents/incident-state-timeline";
import { settleMonitors } from "./incident-monitors";

/** Timeline of the states of an incident. */
export const incidentStates: Timeline = {
  events: incidentStateTimeline,
  ownerColumn: "incidentId",
  valueColumn: "incidentStateId",
  owner: incident,
  currentColumn: "currentIncidentStateId",
  outlastsEnd: true,
  afterOwner: settleMonitors,
};

export const incidentStateTimelineRules: Rules = timelineRules(incidentStates);
