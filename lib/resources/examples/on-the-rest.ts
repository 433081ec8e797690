import type { JsonObject } from "@/lib/schema/json";
import { refer } from "./refer";

const task = refer({ aiAgentTaskId: ["ai-agent-task", 6], aiAgentId: ["ai-agent", 1] });

/** What a create of each other resource may send; SCIM logs and changes are only read. */
export const onTheRest: Readonly<Record<string, JsonObject>> = {
  "ai-agent-task-pull-request": {
    ...task,
    title: "Fix: wallet button does not show in Safari",
    pullRequestState: "open",
    pullRequestNumber: 318,
    pullRequestUrl: "https://github.example/acme/checkout/pull/318",
    headRefName: "mender/task-6",
    baseRefName: "main",
  },
  "ai-agent-task-log": {
    ...task,
    severity: "Information",
    message: "Ran the tests: all pass before the change.",
  },
  "ai-agent-owner-team": refer({ teamId: ["team", 3], aiAgentId: ["ai-agent", 1] }),
  "ai-agent": { name: "Gatekeeper", aiAgentVersion: "0.3.0", isDefault: false },
  "ai-agent-task": {
    name: "Voucher field refuses lower case",
    description: "An exception was reported in checkout.",
    taskType: "FixException",
    status: "Scheduled",
  },
  "code-repository": {
    name: "mobile-app",
    repositoryHostedAt: "GitHub",
    organizationName: "acme",
    repositoryName: "mobile-app",
  },
  "on-call-duty-policy-escalation-rule": {
    ...refer({ onCallDutyPolicyId: ["on-call-duty-policy", 1] }),
    name: "Call the head of platform",
    escalateAfterInMinutes: 15,
    order: 3,
  },
  "on-call-duty-policy": {
    name: "Data in working hours",
    description: "Imports, reports and the warehouse.",
    repeatPolicyIfNoOneAcknowledges: false,
    repeatPolicyIfNoOneAcknowledgesNoOfTimes: 0,
  },
  "monitor-status-timeline": {
    ...refer({ monitorId: ["monitor", 2], monitorStatusId: ["monitor-status", 2] }),
    startsAt: "2026-03-02T09:12:00.000Z",
    rootCause: "The payment gateway answers slowly.",
  },
  monitor: {
    name: "Gift cards API",
    monitorType: "API",
    monitoringInterval: "*/5 * * * *",
    ...refer({ currentMonitorStatusId: ["monitor-status", 1] }),
  },
  "monitor-status": { name: "Under maintenance", color: "#6366f1", priority: 4 },
  probe: {
    name: "São Paulo",
    probeVersion: "2.4.1",
    shouldAutoEnableProbeOnNewMonitors: false,
  },
  "service-dependency": refer({ serviceId: ["service", 2], dependencyServiceId: ["service", 8] }),
  service: { name: "Gift cards", serviceColor: "#0d9488", techStack: ["Elixir"] },
  "status-page-history-chart-bar-color-rule": {
    ...refer({ statusPageId: ["status-page", 1] }),
    uptimePercentGreaterThanOrEqualTo: 99.5,
    barColor: "#a7e3c4",
    order: 2,
  },
  "status-page-private-user": {
    ...refer({ statusPageId: ["status-page", 2] }),
    email: "noc@partner.example",
    isSsoUser: false,
  },
  "status-page": { name: "Acme for developers", isPublicStatusPage: true },
  "project-scim-log": {
    ...refer({ projectScimId: ["project-scim", 1] }),
    operationType: "CreateUser",
    status: "Success",
    httpMethod: "POST",
    requestPath: "/Users",
    httpStatusCode: 201,
    affectedUserEmail: "amara.okafor@acme.example",
  },
  "project-scim": { name: "Contractors' directory", autoProvisionUsers: true },
  project: { name: "Northwind", incidentNumberPrefix: "NW-" },
  team: { name: "Developer relations", description: "Partners and the public API." },
  label: { name: "needs-a-supplier", description: "Somebody else has to act.", color: "#64748b" },
  user: { name: "Priya Raman", email: "priya.raman@acme.example" },
  member: { ...refer({ userId: ["user", 9] }), permissions: ["Project Member"] },
  "api-key": {
    name: "Deploy pipeline",
    description: "Declares an incident when a deploy fails.",
    permissions: ["Create Incident", "Read Incident"],
    expiresAt: "2036-01-01T00:00:00.000Z",
  },
  "change-log": {
    at: "2026-03-02T09:21:07.412Z",
    resource: "incident",
    ...refer({ recordId: ["incident", 1] }),
    operation: "update",
    actorType: "apiKey",
    ...refer({ actorId: ["api-key", 1] }),
    actorName: "Deploy pipeline",
    channel: "api",
    requestId: "8f14e45f-ceea-467f-a8c3-3f6e1d0b6a55",
    before: { title: "Checkout fails" },
    after: { title: "Checkout returns 502 for customers in the EU" },
  },
};
