import {
  lifecycleDurations,
  numbered,
  numberHelp,
  onCallDutyPolicies,
} from "@/lib/resources/shared/fields";
import {
  boolean,
  choice,
  date,
  file,
  foreign,
  json,
  longText,
  markdown,
  relation,
  relationList,
  slug,
  veryLongText,
} from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

const respond = { section: "Response" };
const page = { section: "Status page" };
const postmortem = { section: "Postmortem" };
const automation = { section: "Automation" };
const link = { indexed: false, ...automation };

export const incident = defineResource({
  path: "incident",
  name: "Incident",
  group: "incidents",
  nav: { rank: 1, icon: "siren", key: "i", isCreatedDaily: true },
  foundFirst: 1,
  ownedBy: ["incident-owner-user", "incident-owner-team"],
  about: "Something that went wrong for users, and where the work on it stands.",
  label: "title",
  inReference: true,
  indexes: [["projectId", "declaredAt", "_id"]],
  lifecycle: {
    state: "currentIncidentState",
    events: "incident-state-timeline",
    began: "declaredAt",
    severity: "incidentSeverity",
    alsoChanges: ["monitor", "monitor-status-timeline"],
    expectsOwner: true,
    postmortem: {
      text: "postmortemNote",
      published: "postmortemPostedAt",
      shownToVisitors: "showPostmortemOnStatusPage",
    },
    monitors: "monitors",
    policies: "onCallDutyPolicies",
    shownToVisitors: { record: "isVisibleOnStatusPage", page: "showIncidentsOnStatusPage" },
  },
  fields: {
    title: longText({ required: true }),
    description: markdown({ help: "Visitors of the status page read this." }),
    declaredAt: date({ required: true, title: "Declared" }),
    slug: slug({ from: "title" }),
    monitors: relationList("monitor", { help: "The monitors that are affected." }),
    onCallDutyPolicies,
    labels: relationList("label"),
    currentIncidentState: choice("incident-state", { title: "State" }),
    incidentSeverity: choice("incident-severity", { title: "Severity" }),
    changeMonitorStatusTo: relation("monitor-status", {
      indexed: false,
      onTargetDelete: "refuse",
      title: "Set monitors to",
      help: "The status that the monitors named here take at creation.",
    }),
    subscriberNotificationStatusMessage: veryLongText({ ...page, title: "Notification result" }),
    subscriberNotificationStatusMessageOnPostmortemPublished: veryLongText({
      ...postmortem,
      title: "Postmortem notification result",
    }),
    shouldStatusPageSubscribersBeNotifiedOnIncidentCreated: boolean({
      ...page,
      title: "Tell subscribers",
    }),
    customFields: json({ title: "Custom fields" }),
    rootCause: markdown({ ...respond, title: "Root cause" }),
    postmortemNote: markdown({ ...postmortem, title: "Postmortem" }),
    showPostmortemOnStatusPage: boolean({ ...postmortem, title: "Show on status page" }),
    notifySubscribersOnPostmortemPublished: boolean({
      ...postmortem,
      title: "Announce postmortem",
    }),
    postmortemPostedAt: date({ ...postmortem, title: "Published" }),
    postmortemAttachments: file({ ...postmortem, title: "Attachments" }),
    createdStateLog: json({ ...automation, title: "State at creation" }),
    createdCriteriaId: longText({ ...automation, title: "Criteria ID" }),
    createdIncidentTemplateId: longText({ ...automation, title: "Template ID" }),
    createdByProbe: relation("probe", { ...link, title: "Probe" }),
    isCreatedAutomatically: boolean({ ...automation, title: "Created automatically" }),
    remediationNotes: markdown({ ...respond, title: "Remediation" }),
    telemetryQuery: json({ ...automation, title: "Telemetry query" }),
    ...numbered("incidentNumber", {
      prefix: "INC-",
      projectPrefix: "incidentNumberPrefix",
      help: numberHelp,
    }),
    isVisibleOnStatusPage: boolean({ ...page, title: "Visible on status page" }),
    incidentEpisode: relation("incident-episode", { ...respond, title: "Episode" }),
    isOwnerNotifiedOfResourceCreation: foreign("boolean"),
    subscriberNotificationStatusOnIncidentCreated: foreign("text"),
    subscriberNotificationStatusOnPostmortemPublished: foreign("text"),
    ...lifecycleDurations,
  },
});
