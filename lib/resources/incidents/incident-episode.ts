import {
  episodeGrouping,
  episodeResponse,
  lifecycleDurations,
  numbered,
} from "@/lib/resources/shared/fields";
import { boolean, choice, date, longText, markdown, relation } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

const respond = { section: "Response" };
const page = { section: "Status page" };

export const incidentEpisode = defineResource({
  path: "incident-episode",
  name: "Incident Episode",
  group: "incidents",
  nav: { rank: 2, icon: "layers" },
  about: "Incidents that belong together, handled as one.",
  label: "title",
  assignedTo: ["assignedToUser", "assignedToTeam"],
  lifecycle: {
    state: "currentIncidentState",
    events: "incident-episode-state-timeline",
    began: "declaredAt",
    ended: "resolvedAt",
    severity: "incidentSeverity",
    policies: "onCallDutyPolicies",
    members: { path: "incident", relation: "incidentEpisode" },
  },
  fields: {
    title: longText({ required: true }),
    description: markdown(),
    ...numbered("episodeNumber", { prefix: "IE-", projectPrefix: "incidentEpisodeNumberPrefix" }),
    currentIncidentState: choice("incident-state", { title: "State" }),
    incidentSeverity: relation("incident-severity", {
      onTargetDelete: "refuse",
      title: "Severity",
    }),
    declaredAt: date({ title: "Declared" }),
    lastIncidentAddedAt: date({ title: "Last incident added" }),
    resolvedAt: date({ title: "Resolved" }),
    ...episodeResponse,
    postmortemNote: markdown({ ...respond, title: "Postmortem" }),
    isVisibleOnStatusPage: boolean({ ...page, required: true, default: false, title: "Visible" }),
    shouldStatusPageSubscribersBeNotifiedOnEpisodeCreated: boolean({
      ...page,
      default: true,
      title: "Tell subscribers",
    }),
    ...episodeGrouping,
    ...lifecycleDurations,
  },
});
