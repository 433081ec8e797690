import { monitor } from "@/lib/resources/monitor";
import { monitorStatusTimeline } from "@/lib/resources/monitor-status-timeline";
import type { Rules } from "./rules";
import type { Timeline } from "./timeline";
import { timelineRules } from "./timeline-rules";

/** The statuses a monitor has had. */
export const monitorStatuses: Timeline = {
  events: monitorStatusTimeline,
  ownerColumn: "monitorId",
  valueColumn: "monitorStatusId",
  owner: monitor,
  currentColumn: "currentMonitorStatusId",
  outlastsEnd: false,
};

export const monitorStatusTimelineRules: Rules = timelineRules(monitorStatuses);
