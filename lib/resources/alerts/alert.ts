import {
  lifecycleDurations,
  numbered,
  numberHelp,
  onCallDutyPolicies,
} from "@/lib/resources/shared/fields";
import {
  boolean,
  choice,
  foreign,
  json,
  longText,
  markdown,
  relation,
  relationList,
} from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

const respond = { section: "Response" };
const automation = { section: "Automation" };

export const alert = defineResource({
  path: "alert",
  name: "Alert",
  group: "alerts",
  nav: { rank: 1, icon: "bell", key: "a", isCreatedDaily: true },
  foundFirst: 2,
  ownedBy: ["alert-owner-user", "alert-owner-team"],
  about:
    "A signal that someone on the team should look at something, before or without an incident.",
  label: "title",
  inReference: true,
  lifecycle: {
    state: "currentAlertState",
    events: "alert-state-timeline",
    severity: "alertSeverity",
    monitors: "monitor",
    policies: "onCallDutyPolicies",
  },
  story: { kind: "alert" },
  fields: {
    title: longText({ required: true }),
    description: markdown(),
    monitor: relation("monitor"),
    onCallDutyPolicies,
    labels: relationList("label"),
    currentAlertState: choice("alert-state", { title: "State" }),
    alertSeverity: choice("alert-severity", { title: "Severity" }),
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
    ...numbered("alertNumber", {
      prefix: "ALT-",
      projectPrefix: "alertNumberPrefix",
      help: numberHelp,
    }),
    alertEpisode: relation("alert-episode", { ...respond, title: "Episode" }),
    isOwnerNotifiedOfAlertCreation: foreign("boolean"),
    ...lifecycleDurations,
  },
});
