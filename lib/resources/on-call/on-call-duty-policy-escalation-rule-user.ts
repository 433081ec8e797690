import { parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const onCallDutyPolicyEscalationRuleUser = defineResource({
  path: "on-call-duty-policy-escalation-rule-user",
  name: "Escalation Rule User",
  group: "on-call",
  nav: "none",
  about: "A person who is notified by a step of an on-call policy.",
  label: "user",
  permission: "On-Call Duty Policy Escalation Rule User",
  distinct: ["onCallDutyPolicyEscalationRuleId", "userId"],
  fields: {
    onCallDutyPolicy: parent("on-call-duty-policy", { title: "On-call policy" }),
    onCallDutyPolicyEscalationRule: parent("on-call-duty-policy-escalation-rule", {
      title: "Escalation rule",
    }),
    user: parent("user", { title: "Person" }),
  },
});
