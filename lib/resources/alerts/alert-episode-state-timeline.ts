import { stateEvent } from "@/lib/resources/shared/state-events";
import { choice, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const alertEpisodeStateTimeline = defineResource({
  path: "alert-episode-state-timeline",
  name: "Alert Episode State Event",
  group: "alerts",
  nav: "none",
  about:
    "A period an alert episode spent in one state. Adding one changes the state of the episode.",
  label: "alertState",
  permission: "Alert Episode State Timeline",
  indexes: [["projectId", "alertEpisodeId", "startsAt", "createdAt", "_id"]],
  sets: {
    owner: "alertEpisode",
    value: "alertState",
    current: "currentAlertState",
    outlastsEnd: true,
  },
  occursAt: "startsAt",
  fields: {
    alertEpisode: parent("alert-episode", { title: "Episode" }),
    alertState: choice("alert-state", { title: "State" }),
    ...stateEvent,
  },
});
