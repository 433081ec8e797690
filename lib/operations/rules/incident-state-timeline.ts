import { incident } from "@/lib/resources/incident";
import { incidentStateTimeline } from "@/lib/resources/incident-state-timeline";
import { settleMonitors } from "./incident-monitors";
import type { Rules } from "./rules";
import type { Timeline } from "./timeline";
import { timelineRules } from "./timeline-rules";

/** The states an incident has been in. */
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
