import type { Timeline } from "@/lib/operations/rules/timeline/timeline";
import { timelineRules } from "@/lib/operations/rules/timeline/timeline-rules";
import type { Rules } from "@/lib/operations/transaction/transaction";
import { alert } from "@/lib/resources/alerts/alert";
import { alertStateTimeline } from "@/lib/resources/alerts/alert-state-timeline";

/** Timeline of the states of an alert. */
export const alertStates: Timeline = {
  events: alertStateTimeline,
  ownerColumn: "alertId",
  valueColumn: "alertStateId",
  owner: alert,
  currentColumn: "currentAlertStateId",
  outlastsEnd: true,
};

export const alertStateTimelineRules: Rules = timelineRules(alertStates);
