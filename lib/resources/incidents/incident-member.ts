import { longText, parent, relation } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentMember = defineResource({
  path: "incident-member",
  name: "Incident Member",
  group: "incidents",
  nav: { rank: 3, icon: "users" },
  about: "A person who works on an incident, and the role they hold on it.",
  label: "user",
  inReference: true,
  distinct: ["incidentId", "userId", "incidentRoleId"],
  story: { kind: "person" },
  fields: {
    user: parent("user", { title: "Person" }),
    incident: parent("incident"),
    incidentRole: relation("incident-role", { required: true, title: "Role" }),
    notes: longText({ help: "Why this person, or what they look after." }),
  },
});
