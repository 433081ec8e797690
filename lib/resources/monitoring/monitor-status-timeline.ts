import { choice, date, foreign, json, markdown, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const monitorStatusTimeline = defineResource({
  path: "monitor-status-timeline",
  name: "Monitor Status Event",
  group: "monitoring",
  nav: { rank: 2, icon: "file-clock" },
  about: "A period in which a monitor had one status, with the cause.",
  label: "monitorStatus",
  permission: "Monitor Status Timeline",
  inReference: true,
  indexes: [["projectId", "monitorId", "startsAt", "createdAt", "_id"]],
  sets: {
    owner: "monitor",
    value: "monitorStatus",
    current: "currentMonitorStatus",
    outlastsEnd: false,
    isPacked: true,
  },
  occursAt: "startsAt",
  fields: {
    monitor: parent("monitor"),
    monitorStatus: choice("monitor-status", { title: "Status" }),
    statusChangeLog: json({ title: "Change details" }),
    rootCause: markdown({ title: "Root cause" }),
    endsAt: date({ title: "Ended", edge: "end", help: "Empty while the status still holds." }),
    startsAt: date({ title: "Started", edge: "start" }),
    isOwnerNotified: foreign("boolean"),
  },
});
