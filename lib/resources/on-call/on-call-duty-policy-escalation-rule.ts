import { longText, number, relation, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const onCallDutyPolicyEscalationRule = defineResource({
  path: "on-call-duty-policy-escalation-rule",
  name: "Escalation Rule",
  plural: "Escalation Rules",
  group: "on-call",
  nav: { rank: 2, icon: "tree" },
  about: "One step of an on-call policy: whom it reaches, and how long it waits before the next.",
  label: "name",
  permission: "On-Call Duty Policy Escalation Rule",
  inReference: true,
  fields: {
    onCallDutyPolicy: relation("on-call-duty-policy", {
      required: true,
      onTargetDelete: "remove",
      title: "On-call policy",
    }),
    name: text({ required: true }),
    description: longText(),
    escalateAfterInMinutes: number({
      title: "Escalate after (minutes)",
      help: "The next rule begins when nobody has answered for this long.",
    }),
    order: number({ ordersWithin: "onCallDutyPolicyId" }),
  },
});
