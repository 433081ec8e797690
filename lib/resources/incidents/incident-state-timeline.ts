import { toldStateEvent } from "@/lib/resources/shared/state-events";
import { choice, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentStateTimeline = defineResource({
  path: "incident-state-timeline",
  name: "Incident State Event",
  group: "incidents",
  about: "A period an incident spent in one state. Adding one changes the state of the incident.",
  label: "incidentState",
  permission: "Incident State Timeline",
  indexes: [["projectId", "incidentId", "startsAt", "createdAt", "_id"]],
  sets: {
    owner: "incident",
    value: "incidentState",
    current: "currentIncidentState",
    outlastsEnd: true,
  },
  occursAt: "startsAt",
  fields: {
    incident: parent("incident"),
    incidentState: choice("incident-state", { title: "State" }),
    ...toldStateEvent,
  },
});
