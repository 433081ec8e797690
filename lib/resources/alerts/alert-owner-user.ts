import { boolean, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const alertOwnerUser = defineResource({
  path: "alert-owner-user",
  name: "Alert User Owner",
  group: "alerts",
  nav: "none",
  about: "A person who answers for an alert.",
  label: "user",
  distinct: ["alertId", "userId"],
  story: { kind: "person" },
  fields: {
    user: parent("user", { title: "Owner" }),
    alert: parent("alert"),
    isOwnerNotified: boolean({ required: true, default: false, title: "Owner notified" }),
  },
});
