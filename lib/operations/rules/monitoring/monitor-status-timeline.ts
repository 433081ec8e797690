import type { Timeline } from "@/lib/operations/rules/timeline/timeline";
import { timelineOf } from "@/lib/operations/rules/timeline/timeline-of";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";

/** Timeline of the statuses of a monitor. */
export const monitorStatuses: Timeline = timelineOf(monitorStatusTimeline);
