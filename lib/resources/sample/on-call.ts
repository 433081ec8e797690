import { beginning, type SampleRow, type Sampler, sampleId } from "./sample-row";

/** Returns on-call policies with their steps and whom these reach, and incident templates. */
export function onCallRows(sampler: Sampler): SampleRow[] {
  return [...policyRows(sampler), ...templateRows(sampler)];
}

function policyRows({ row }: Sampler): SampleRow[] {
  return policies.flatMap(({ name, description, steps }, i) => [
    row("on-call-duty-policy", i + 1, beginning - 12, {
      name,
      description,
      repeatPolicyIfNoOneAcknowledges: true,
      repeatPolicyIfNoOneAcknowledgesNoOfTimes: 2,
    }),
    ...steps.flatMap(([step, minutes, kind, one], place) => [
      row("on-call-duty-policy-escalation-rule", i * 10 + place + 1, beginning - 13, {
        onCallDutyPolicyId: sampleId("on-call-duty-policy", i + 1),
        name: step,
        escalateAfterInMinutes: minutes,
        order: place + 1,
      }),
      row(`on-call-duty-policy-escalation-rule-${kind}`, i * 10 + place + 1, beginning - 14, {
        onCallDutyPolicyId: sampleId("on-call-duty-policy", i + 1),
        onCallDutyPolicyEscalationRuleId: sampleId(
          "on-call-duty-policy-escalation-rule",
          i * 10 + place + 1,
        ),
        [`${kind}Id`]: sampleId(kind, one),
      }),
    ]),
  ]);
}

/** Steps: name, minutes until the next, and the user or team that is notified. */

const policies = [
  {
    name: "Platform around the clock",
    description: "Clusters, networks and databases.",
    steps: [
      ["Primary on duty", 5, "user", 6],
      ["Secondary on duty", 10, "team", 1],
      ["Head of platform", 15, "user", 2],
    ],
  },
  {
    name: "Payments around the clock",
    description: "Anything that stops money from moving.",
    steps: [
      ["Payments on duty", 5, "user", 3],
      ["Everyone in Payments", 10, "team", 2],
      ["Owner of the project", 20, "user", 1],
    ],
  },
  {
    name: "Storefront in working hours",
    description: "Pages, search and apps, 08:00 to 18:00.",
    steps: [
      ["Storefront on duty", 15, "user", 5],
      ["Storefront lead", 30, "user", 7],
    ],
  },
] as const;

function templateRows({ row }: Sampler): SampleRow[] {
  return templates.flatMap(({ monitor, severity, team, owner, ...texts }, i) => [
    row("incident-templates", i + 1, beginning - 14, {
      ...texts,
      monitors: [sampleId("monitor", monitor)],
      incidentSeverityId: sampleId("incident-severity", severity),
      initialIncidentStateId: sampleId("incident-state", 1),
      changeMonitorStatusToId: sampleId("monitor-status", severity === 1 ? 3 : 2),
    }),
    row("incident-template-owner-team", i + 1, beginning - 15, {
      teamId: sampleId("team", team),
      incidentTemplateId: sampleId("incident-templates", i + 1),
    }),
    row("incident-template-owner-user", i + 1, beginning - 15, {
      userId: sampleId("user", owner),
      incidentTemplateId: sampleId("incident-templates", i + 1),
    }),
  ]);
}

const templates = [
  {
    templateName: "Payments stopped",
    templateDescription: "Use when cards or wallets fail for most customers.",
    title: "Payments are failing",
    description: "Customers cannot pay at the moment. We are looking into it.",
    monitor: 3,
    severity: 1,
    team: 2,
    owner: 3,
  },
  {
    templateName: "Shop is slow",
    templateDescription: "Use when pages load but take several seconds.",
    title: "The shop is slow",
    description: "Pages take longer than usual to load.",
    monitor: 1,
    severity: 2,
    team: 3,
    owner: 7,
  },
  {
    templateName: "Import is late",
    templateDescription: "Use when the nightly import has not ended by 06:00.",
    title: "Product data is out of date",
    description: "Prices and stock are from yesterday until the import has run.",
    monitor: 12,
    severity: 3,
    team: 4,
    owner: 6,
  },
] as const;
