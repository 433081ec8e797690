import { date, json, markdown, relation } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const alertStateTimeline = defineResource({
  path: "alert-state-timeline",
  name: "Alert State Event",
  plural: "Alert State Events",
  group: "alerts",
  about: "A period an alert spent in one state. Adding one changes the state of the alert.",
  label: "alertState",
  permission: "Alert State Timeline",
  indexes: [["projectId", "alertId", "startsAt", "createdAt", "_id"]],
  sets: { owner: "alert", value: "alertState", current: "currentAlertState", outlastsEnd: true },
  fields: {
    alert: relation("alert", { required: true, onTargetDelete: "remove" }),
    alertState: relation("alert-state", {
      required: true,
      onTargetDelete: "refuse",
      title: "State",
    }),
    startsAt: date({ title: "Started", edge: "start" }),
    endsAt: date({ title: "Ended", edge: "end", help: "Empty while the state still holds." }),
    rootCause: markdown({ title: "Root cause" }),
    stateChangeLog: json({ title: "Change details" }),
  },
});
