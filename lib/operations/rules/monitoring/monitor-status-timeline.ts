import type { Timeline } from "@/lib/operations/rules/timeline/timeline";
import { timelineRules } from "@/lib/operations/rules/timeline/timeline-rules";
import type { Rules } from "@/lib/operations/transaction/transaction";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";

/** Timeline of the statuses of a monitor. */
export const monitorStatuses: Timeline = {
  events: monitorStatusTimeline,
  ownerColumn: "monitorId",
  valueColumn: "monitorStatusId",
  owner: monitor,
  currentColumn: "currentMonitorStatusId",
  outlastsEnd: false,
};

export const monitorStatusTimelineRules: Rules = timelineRules(monitorStatuses);
