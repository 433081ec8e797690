import type { JsonObject } from "@/lib/schema/json";
import { reference } from "./reference";

/** Data for a create, for each resource about incidents and alerts. */
export const onIncidents: Readonly<Record<string, JsonObject>> = {
  "incident-member": {
    ...reference({
      userId: ["user", 3],
      incidentId: ["incident", 1],
      incidentRoleId: ["incident-role", 1],
    }),
    notes: "Leads until the evening shift takes over.",
  },
  incident: {
    title: "Checkout returns 502 for customers in the EU",
    description: "Some customers cannot complete a purchase. We are looking into it.",
    declaredAt: "2026-03-02T09:14:00.000Z",
    ...reference({
      currentIncidentStateId: ["incident-state", 1],
      incidentSeverityId: ["incident-severity", 2],
      changeMonitorStatusToId: ["monitor-status", 2],
    }),
    monitors: [reference({ id: ["monitor", 2] }).id],
    customFields: { region: "eu-west", customersAffected: 1200 },
    isVisibleOnStatusPage: true,
  },
  alert: {
    title: "Error rate of the checkout API above 5 %",
    description: "Measured over ten minutes, in Frankfurt and Virginia.",
    ...reference({
      monitorId: ["monitor", 2],
      currentAlertStateId: ["alert-state", 1],
      alertSeverityId: ["alert-severity", 1],
    }),
  },
  "incident-owner-user": {
    ...reference({ userId: ["user", 3], incidentId: ["incident", 1] }),
    isOwnerNotified: false,
  },
  "alert-severity": {
    name: "Needs a look today",
    description: "Nobody is woken for it.",
    color: "#5b8def",
    order: 3,
  },
  "alert-owner-team": {
    ...reference({ teamId: ["team", 1], alertId: ["alert", 1] }),
    isOwnerNotified: false,
  },
  "incident-episode-feed": {
    ...reference({ incidentEpisodeId: ["incident-episode", 1], userId: ["user", 3] }),
    feedInfoInMarkdown: "**Priya Raman** added a second incident to this episode.",
    incidentEpisodeFeedEventType: "IncidentAdded",
    displayColor: "#5b8def",
    postedAt: "2026-03-02T09:40:00.000Z",
  },
  "incident-template-owner-user": reference({
    userId: ["user", 3],
    incidentTemplateId: ["incident-templates", 1],
  }),
  "incident-template-owner-team": reference({
    teamId: ["team", 2],
    incidentTemplateId: ["incident-templates", 1],
  }),
  "incident-templates": {
    templateName: "Sign-in is failing",
    templateDescription: "Use when customers cannot sign in, whatever the cause.",
    title: "Customers cannot sign in",
    description: "Signing in fails at the moment. Open sessions go on working.",
    monitors: [reference({ id: ["monitor", 5] }).id],
    ...reference({ incidentSeverityId: ["incident-severity", 1] }),
  },
  "incident-episode": {
    title: "Payments on the morning of 2 March",
    ...reference({
      currentIncidentStateId: ["incident-state", 1],
      incidentSeverityId: ["incident-severity", 2],
    }),
  },
  "alert-episode": {
    title: "Slow answers of the checkout API",
    ...reference({
      currentAlertStateId: ["alert-state", 1],
      alertSeverityId: ["alert-severity", 1],
    }),
  },
  "incident-state": { name: "Waiting for a supplier", color: "#8b5cf6", order: 3 },
  "incident-severity": { name: "Cosmetic", color: "#94a3b8", order: 4 },
  "incident-role": { name: "Scribe", color: "#0891b2", description: "Writes down what happens." },
  "alert-state": { name: "Waiting for a supplier", color: "#8b5cf6", order: 3 },
  "incident-state-timeline": {
    ...reference({ incidentId: ["incident", 1], incidentStateId: ["incident-state", 2] }),
    startsAt: "2026-03-02T09:21:00.000Z",
  },
  "alert-state-timeline": {
    ...reference({ alertId: ["alert", 1], alertStateId: ["alert-state", 2] }),
    startsAt: "2026-03-02T09:21:00.000Z",
  },
};
