import { boolean, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const monitorOwnerTeam = defineResource({
  path: "monitor-owner-team",
  name: "Monitor Team Owner",
  group: "monitoring",
  nav: "none",
  about: "A team that answers for a monitor.",
  label: "team",
  distinct: ["monitorId", "teamId"],
  story: { kind: "person" },
  fields: {
    team: parent("team", { title: "Owner team" }),
    monitor: parent("monitor"),
    isOwnerNotified: boolean({ required: true, default: false, title: "Owner notified" }),
  },
});
