import { toldStateEvent } from "@/lib/resources/shared/state-events";
import { choice, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentEpisodeStateTimeline = defineResource({
  path: "incident-episode-state-timeline",
  name: "Incident Episode State Event",
  group: "incidents",
  nav: "none",
  about:
    "A period an incident episode spent in one state. Adding one changes the state of the episode.",
  label: "incidentState",
  permission: "Incident Episode State Timeline",
  indexes: [["projectId", "incidentEpisodeId", "startsAt", "createdAt", "_id"]],
  sets: {
    owner: "incidentEpisode",
    value: "incidentState",
    current: "currentIncidentState",
    outlastsEnd: true,
  },
  occursAt: "startsAt",
  fields: {
    incidentEpisode: parent("incident-episode", { title: "Episode" }),
    incidentState: choice("incident-state", { title: "State" }),
    ...toldStateEvent,
  },
});
