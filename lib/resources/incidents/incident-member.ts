import { longText, relation } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentMember = defineResource({
  path: "incident-member",
  name: "Incident Member",
  plural: "Incident Members",
  group: "incidents",
  nav: { rank: 3, icon: "users" },
  about: "A person who works on an incident, and the role they hold on it.",
  label: "user",
  permission: "Incident Member",
  inReference: true,
  distinct: ["incidentId", "userId", "incidentRoleId"],
  fields: {
    user: relation("user", { required: true, onTargetDelete: "remove", title: "Person" }),
    incident: relation("incident", { required: true, onTargetDelete: "remove" }),
    incidentRole: relation("incident-role", { required: true, title: "Role" }),
    notes: longText({ help: "Why this person, or what they look after." }),
  },
});
