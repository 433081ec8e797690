import { choice, date, json, markdown, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const alertStateTimeline = defineResource({
  path: "alert-state-timeline",
  name: "Alert State Event",
  group: "alerts",
  about: "A period an alert spent in one state. Adding one changes the state of the alert.",
  label: "alertState",
  permission: "Alert State Timeline",
  indexes: [["projectId", "alertId", "startsAt", "createdAt", "_id"]],
  sets: { owner: "alert", value: "alertState", current: "currentAlertState", outlastsEnd: true },
  occursAt: "startsAt",
  fields: {
    alert: parent("alert"),
    alertState: choice("alert-state", { title: "State" }),
    startsAt: date({ title: "Started", edge: "start" }),
    endsAt: date({ title: "Ended", edge: "end", help: "Empty while the state still holds." }),
    rootCause: markdown({ title: "Root cause" }),
    stateChangeLog: json({ title: "Change details" }),
  },
});
