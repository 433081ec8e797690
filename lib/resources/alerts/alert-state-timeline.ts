import { stateEvent } from "@/lib/resources/shared/state-events";
import { choice, parent } from "@/lib/schema/fields";
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
    ...stateEvent,
  },
});
