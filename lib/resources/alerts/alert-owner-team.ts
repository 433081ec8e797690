import { boolean, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const alertOwnerTeam = defineResource({
  path: "alert-owner-team",
  name: "Alert Team Owner",
  group: "alerts",
  nav: { rank: 3, icon: "team" },
  about: "A team that answers for an alert.",
  label: "team",
  inReference: true,
  distinct: ["alertId", "teamId"],
  story: { kind: "person" },
  fields: {
    team: parent("team", { title: "Owner team" }),
    alert: parent("alert"),
    isOwnerNotified: boolean({ required: true, title: "Owner notified" }),
  },
});
