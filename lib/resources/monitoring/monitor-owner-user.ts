import { boolean, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const monitorOwnerUser = defineResource({
  path: "monitor-owner-user",
  name: "Monitor User Owner",
  group: "monitoring",
  nav: "none",
  about: "A person who answers for a monitor.",
  label: "user",
  distinct: ["monitorId", "userId"],
  story: { kind: "person" },
  fields: {
    user: parent("user", { title: "Owner" }),
    monitor: parent("monitor"),
    isOwnerNotified: boolean({ required: true, default: false, title: "Owner notified" }),
  },
});
