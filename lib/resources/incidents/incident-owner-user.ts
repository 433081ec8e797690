import { boolean, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentOwnerUser = defineResource({
  path: "incident-owner-user",
  name: "Incident User Owner",
  group: "incidents",
  nav: { rank: 4, icon: "user" },
  about: "A person who answers for an incident.",
  label: "user",
  inReference: true,
  distinct: ["incidentId", "userId"],
  story: { kind: "person" },
  fields: {
    user: parent("user", { title: "Owner" }),
    incident: parent("incident"),
    isOwnerNotified: boolean({ required: true, title: "Owner notified" }),
  },
});
