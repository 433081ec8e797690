import { boolean, relation } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentOwnerUser = defineResource({
  path: "incident-owner-user",
  name: "Incident User Owner",
  plural: "Incident User Owners",
  group: "incidents",
  nav: { rank: 4, icon: "user" },
  about: "A person who answers for an incident.",
  label: "user",
  permission: "Incident User Owner",
  inReference: true,
  distinct: ["incidentId", "userId"],
  fields: {
    user: relation("user", { required: true, onTargetDelete: "remove", title: "Owner" }),
    incident: relation("incident", { required: true, onTargetDelete: "remove" }),
    isOwnerNotified: boolean({ required: true, title: "Owner notified" }),
  },
});
