import type { JsonObject } from "@/lib/schema/json";
import { reference } from "./reference";

const onIncident = reference({ incidentId: ["incident", 1] });
const onEpisode = reference({ incidentEpisodeId: ["incident-episode", 1] });
const step = reference({
  onCallDutyPolicyId: ["on-call-duty-policy", 1],
  onCallDutyPolicyEscalationRuleId: ["on-call-duty-policy-escalation-rule", 1],
});

/** Data for a create, for each kind that completes the eighteen. */
export const onRelatedKinds: Readonly<Record<string, JsonObject>> = {
  "incident-internal-note": { ...onIncident, note: "The pool of the **orders database** is full." },
  "incident-public-note": {
    ...onIncident,
    note: "We have found the cause and are working on it.",
    postedAt: "2026-03-02T09:31:00.000Z",
  },
  "incident-episode-internal-note": { ...onEpisode, note: "Both began with the same release." },
  "incident-episode-public-note": { ...onEpisode, note: "We are taking back the last release." },
  "alert-internal-note": {
    ...reference({ alertId: ["alert", 1] }),
    note: "Follows the newsletter. No customer has noticed.",
  },
  "incident-feed": {
    ...reference({ incidentId: ["incident", 1], userId: ["user", 3] }),
    feedInfoInMarkdown: "The supplier **confirmed** the outage by telephone.",
    incidentFeedEventType: "IncidentUpdated",
    displayColor: "#5b8def",
    postedAt: "2026-03-02T09:40:00.000Z",
  },
  "alert-feed": {
    ...reference({ alertId: ["alert", 1] }),
    feedInfoInMarkdown: "The newsletter goes out until noon.",
    alertFeedEventType: "AlertUpdated",
    displayColor: "#5b8def",
    postedAt: "2026-03-02T09:40:00.000Z",
  },
  "monitor-feed": {
    ...reference({ monitorId: ["monitor", 1] }),
    feedInfoInMarkdown: "Checked from a third region from here on.",
    monitorFeedEventType: "MonitorUpdated",
    displayColor: "#5b8def",
    postedAt: "2026-03-02T09:40:00.000Z",
  },
  "alert-episode-feed": {
    ...reference({ alertEpisodeId: ["alert-episode", 1] }),
    feedInfoInMarkdown: "Two more hosts report the same.",
    alertEpisodeFeedEventType: "EpisodeUpdated",
    displayColor: "#5b8def",
    postedAt: "2026-03-02T09:40:00.000Z",
  },
  "incident-episode-state-timeline": {
    ...onEpisode,
    ...reference({ incidentStateId: ["incident-state", 2] }),
    startsAt: "2026-03-02T09:21:00.000Z",
  },
  "alert-episode-state-timeline": {
    ...reference({ alertEpisodeId: ["alert-episode", 1], alertStateId: ["alert-state", 2] }),
    startsAt: "2026-03-02T09:21:00.000Z",
  },
  "alert-episode-internal-note": {
    ...reference({ alertEpisodeId: ["alert-episode", 1] }),
    note: "One cause is likely.",
  },
  "incident-owner-team": {
    ...reference({ teamId: ["team", 2], incidentId: ["incident", 1] }),
    isOwnerNotified: false,
  },
  "alert-owner-user": {
    ...reference({ userId: ["user", 3], alertId: ["alert", 1] }),
    isOwnerNotified: false,
  },
  "monitor-owner-user": {
    ...reference({ userId: ["user", 3], monitorId: ["monitor", 1] }),
    isOwnerNotified: false,
  },
  "monitor-owner-team": {
    ...reference({ teamId: ["team", 2], monitorId: ["monitor", 1] }),
    isOwnerNotified: false,
  },
  "service-monitor": reference({ serviceId: ["service", 2], monitorId: ["monitor", 2] }),
  "team-member": {
    ...reference({ teamId: ["team", 1], userId: ["user", 3] }),
    hasAcceptedInvitation: true,
  },
  "on-call-duty-policy-escalation-rule-user": {
    ...step,
    ...reference({ userId: ["user", 3] }),
  },
  "on-call-duty-policy-escalation-rule-team": {
    ...step,
    ...reference({ teamId: ["team", 2] }),
  },
  "status-page-group": {
    ...reference({ statusPageId: ["status-page", 1] }),
    name: "Shop",
    description: "What customers see.",
  },
  "status-page-resource": {
    ...reference({
      statusPageId: ["status-page", 1],
      monitorId: ["monitor", 1],
      statusPageGroupId: ["status-page-group", 1],
    }),
    displayName: "Shop",
    displayDescription: "Pages and pictures of the shop.",
  },
  "status-page-announcement": {
    ...{ title: "New data center", showAnnouncementAt: "2026-03-02T09:00:00.000Z" },
    description: "On 9 March we move the **API** to a new data center.",
    endAnnouncementAt: "2026-03-10T09:00:00.000Z",
  },
};
