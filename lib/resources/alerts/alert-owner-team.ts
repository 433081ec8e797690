import { boolean, relation } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const alertOwnerTeam = defineResource({
  path: "alert-owner-team",
  name: "Alert Team Owner",
  plural: "Alert Team Owners",
  group: "alerts",
  nav: { rank: 3, icon: "team" },
  about: "A team that answers for an alert.",
  label: "team",
  permission: "Alert Team Owner",
  inReference: true,
  distinct: ["alertId", "teamId"],
  fields: {
    team: relation("team", { required: true, onTargetDelete: "remove", title: "Owner team" }),
    alert: relation("alert", { required: true, onTargetDelete: "remove" }),
    isOwnerNotified: boolean({ required: true, title: "Owner notified" }),
  },
});
