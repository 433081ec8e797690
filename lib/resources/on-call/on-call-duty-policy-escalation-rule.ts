import { longText, number, parent, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const onCallDutyPolicyEscalationRule = defineResource({
  path: "on-call-duty-policy-escalation-rule",
  name: "Escalation Rule",
  group: "on-call",
  nav: { rank: 2, icon: "tree" },
  about: "One step of an on-call policy: whom it reaches, and how long it waits before the next.",
  permission: "On-Call Duty Policy Escalation Rule",
  inReference: true,
  fields: {
    onCallDutyPolicy: parent("on-call-duty-policy", { title: "On-call policy" }),
    name: text({ required: true }),
    description: longText(),
    escalateAfterInMinutes: number({
      title: "Escalate after (minutes)",
      help: "The next rule begins when nobody has answered for this long.",
    }),
    order: number({ ordersWithin: "onCallDutyPolicyId" }),
  },
});
