import { boolean, json, longText, number, relationList, slug, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const onCallDutyPolicy = defineResource({
  path: "on-call-duty-policy",
  name: "On-Call Policy",
  plural: "On-Call Policies",
  group: "on-call",
  nav: { rank: 1, icon: "phone", key: "o" },
  about: "Defines who is notified and in which order, as escalation rules.",
  permission: "On-Call Duty Policy",
  fields: {
    name: text({ required: true }),
    labels: relationList("label"),
    description: longText(),
    slug: slug({ from: "name" }),
    repeatPolicyIfNoOneAcknowledges: boolean({
      required: true,
      default: false,
      title: "Repeat when nobody answers",
    }),
    repeatPolicyIfNoOneAcknowledgesNoOfTimes: number({
      required: true,
      default: 0,
      title: "Repeats",
    }),
    customFields: json({ title: "Custom fields" }),
  },
});
