import {
  episodeGrouping,
  episodeResponse,
  lifecycleDurations,
  numbered,
} from "@/lib/resources/shared/fields";
import { choice, date, longText, markdown, relation } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const alertEpisode = defineResource({
  path: "alert-episode",
  name: "Alert Episode",
  group: "alerts",
  nav: { rank: 2, icon: "layers" },
  about: "Alerts that belong together, handled as one.",
  label: "title",
  assignedTo: ["assignedToUser", "assignedToTeam"],
  lifecycle: {
    state: "currentAlertState",
    events: "alert-episode-state-timeline",
    ended: "resolvedAt",
    severity: "alertSeverity",
    policies: "onCallDutyPolicies",
    members: { path: "alert", relation: "alertEpisode" },
  },
  fields: {
    title: longText({ required: true }),
    description: markdown(),
    ...numbered("episodeNumber", { prefix: "AE-", projectPrefix: "alertEpisodeNumberPrefix" }),
    currentAlertState: choice("alert-state", { title: "State" }),
    alertSeverity: relation("alert-severity", { onTargetDelete: "refuse", title: "Severity" }),
    lastAlertAddedAt: date({ title: "Last alert added" }),
    resolvedAt: date({ title: "Resolved" }),
    ...episodeResponse,
    ...episodeGrouping,
    ...lifecycleDurations,
  },
});
