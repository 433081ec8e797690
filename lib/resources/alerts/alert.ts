import {
  boolean,
  json,
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
const automation = { section: "Automation" };

export const alert = defineResource({
  path: "alert",
  name: "Alert",
  plural: "Alerts",
  group: "alerts",
  nav: { rank: 1, icon: "bell", key: "a", isCreatedDaily: true },
  about:
    "A signal that someone on the team should look at something, before or without an incident.",
  label: "title",
  permission: "Alert",
  inReference: true,
  lifecycle: {
    state: "currentAlertState",
    events: "alert-state-timeline",
    severity: "alertSeverity",
    owners: { path: "alert-owner-team", expected: false },
  },
  fields: {
    title: longText({ required: true }),
    description: markdown(),
    monitor: relation("monitor"),
    onCallDutyPolicies: relationList("on-call-duty-policy", {
      ...respond,
      title: "On-call policies",
    }),
    labels: relationList("label"),
    currentAlertState: relation("alert-state", { ...rank, title: "State" }),
    alertSeverity: relation("alert-severity", { ...rank, title: "Severity" }),
    monitorStatusWhenThisAlertWasCreated: relation("monitor-status", {
      ...automation,
      indexed: false,
      onTargetDelete: "refuse",
      title: "Monitor status at creation",
    }),
    customFields: json({ title: "Custom fields" }),
    rootCause: markdown({ ...respond, title: "Root cause" }),
    createdStateLog: json({ ...automation, title: "State at creation" }),
    createdCriteriaId: longText({ ...automation, title: "Criteria ID" }),
    createdByProbe: relation("probe", { ...automation, indexed: false, title: "Probe" }),
    isCreatedAutomatically: boolean({ ...automation, title: "Created automatically" }),
    remediationNotes: markdown({ ...respond, title: "Remediation" }),
    telemetryQuery: json({ ...automation, title: "Telemetry query" }),
    alertNumber: number({
      title: "Number",
      help: "Incremented per project. A number you send is kept, even if it is not unique.",
      counts: {
        prefixed: "alertNumberWithPrefix",
        prefix: "ALT-",
        projectPrefix: "alertNumberPrefix",
      },
    }),
    alertNumberWithPrefix: text({ writtenBy: "server", title: "Number with prefix" }),
    alertEpisode: relation("alert-episode", { ...respond, title: "Episode" }),
  },
});
