import {
  boolean,
  date,
  longText,
  markdown,
  number,
  relation,
  relationList,
  text,
} from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

const rank = { required: true, onTargetDelete: "refuse" } as const;
const respond = { section: "Response" };
const page = { section: "Status page" };
const grouping = { section: "Grouping" };

export const incidentEpisode = defineResource({
  path: "incident-episode",
  name: "Incident Episode",
  plural: "Incident Episodes",
  group: "incidents",
  nav: { rank: 2, icon: "layers" },
  about: "Incidents that belong together, handled as one.",
  label: "title",
  permission: "Incident Episode",
  lifecycle: {
    state: "currentIncidentState",
    began: "declaredAt",
    ended: "resolvedAt",
    severity: "incidentSeverity",
  },
  fields: {
    title: longText({ required: true }),
    description: markdown(),
    episodeNumber: number({
      title: "Number",
      counts: {
        prefixed: "episodeNumberWithPrefix",
        prefix: "IE-",
        projectPrefix: "incidentEpisodeNumberPrefix",
      },
    }),
    episodeNumberWithPrefix: text({ writtenBy: "server", title: "Number with prefix" }),
    currentIncidentState: relation("incident-state", { ...rank, title: "State" }),
    incidentSeverity: relation("incident-severity", {
      onTargetDelete: "refuse",
      title: "Severity",
    }),
    declaredAt: date({ title: "Declared" }),
    lastIncidentAddedAt: date({ title: "Last incident added" }),
    resolvedAt: date({ title: "Resolved" }),
    labels: relationList("label"),
    assignedToUser: relation("user", { ...respond, title: "Assigned to" }),
    assignedToTeam: relation("team", { ...respond, title: "Assigned to team" }),
    onCallDutyPolicies: relationList("on-call-duty-policy", {
      ...respond,
      title: "On-call policies",
    }),
    rootCause: markdown({ ...respond, title: "Root cause" }),
    remediationNotes: markdown({ ...respond, title: "Remediation" }),
    postmortemNote: markdown({ ...respond, title: "Postmortem" }),
    isVisibleOnStatusPage: boolean({ ...page, required: true, default: false, title: "Visible" }),
    shouldStatusPageSubscribersBeNotifiedOnEpisodeCreated: boolean({
      ...page,
      default: true,
      title: "Tell subscribers",
    }),
    isManuallyCreated: boolean({ ...grouping, required: true, default: false, title: "By hand" }),
    titleTemplate: longText({ ...grouping, title: "Title template" }),
    descriptionTemplate: longText({ ...grouping, title: "Description template" }),
    groupingKey: longText({ ...grouping, title: "Grouping key" }),
  },
});
