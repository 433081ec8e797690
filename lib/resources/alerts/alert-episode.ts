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

const respond = { section: "Response" };
const grouping = { section: "Grouping" };

export const alertEpisode = defineResource({
  path: "alert-episode",
  name: "Alert Episode",
  plural: "Alert Episodes",
  group: "alerts",
  nav: { rank: 2, icon: "layers" },
  about: "Alerts that belong together, handled as one.",
  label: "title",
  permission: "Alert Episode",
  lifecycle: {
    state: "currentAlertState",
    ended: "resolvedAt",
    severity: "alertSeverity",
  },
  fields: {
    title: longText({ required: true }),
    description: markdown(),
    episodeNumber: number({
      title: "Number",
      counts: {
        prefixed: "episodeNumberWithPrefix",
        prefix: "AE-",
        projectPrefix: "alertEpisodeNumberPrefix",
      },
    }),
    episodeNumberWithPrefix: text({ writtenBy: "server", title: "Number with prefix" }),
    currentAlertState: relation("alert-state", {
      required: true,
      onTargetDelete: "refuse",
      title: "State",
    }),
    alertSeverity: relation("alert-severity", { onTargetDelete: "refuse", title: "Severity" }),
    lastAlertAddedAt: date({ title: "Last alert added" }),
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
    isManuallyCreated: boolean({ ...grouping, required: true, default: false, title: "By hand" }),
    titleTemplate: longText({ ...grouping, title: "Title template" }),
    descriptionTemplate: longText({ ...grouping, title: "Description template" }),
    groupingKey: longText({ ...grouping, title: "Grouping key" }),
  },
});
