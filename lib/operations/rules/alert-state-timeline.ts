import { alert } from "@/lib/resources/alert";
import { alertStateTimeline } from "@/lib/resources/alert-state-timeline";
import type { Rules } from "./rules";
import type { Timeline } from "./timeline";
import { timelineRules } from "./timeline-rules";

/** The states an alert has been in. */
export const alertStates: Timeline = {
  events: alertStateTimeline,
  ownerColumn: "alertId",
  valueColumn: "alertStateId",
  owner: alert,
  currentColumn: "currentAlertStateId",
  outlastsEnd: true,
};

export const alertStateTimelineRules: Rules = timelineRules(alertStates);
