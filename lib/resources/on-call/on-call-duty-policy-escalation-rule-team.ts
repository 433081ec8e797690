import { parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const onCallDutyPolicyEscalationRuleTeam = defineResource({
  path: "on-call-duty-policy-escalation-rule-team",
  name: "Escalation Rule Team",
  group: "on-call",
  nav: "none",
  about: "A team that is notified by a step of an on-call policy.",
  label: "team",
  permission: "On-Call Duty Policy Escalation Rule Team",
  distinct: ["onCallDutyPolicyEscalationRuleId", "teamId"],
  fields: {
    onCallDutyPolicy: parent("on-call-duty-policy", { title: "On-call policy" }),
    onCallDutyPolicyEscalationRule: parent("on-call-duty-policy-escalation-rule", {
      title: "Escalation rule",
    }),
    team: parent("team", { title: "Team" }),
  },
});
