import { foreign, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentTemplateOwnerUser = defineResource({
  path: "incident-template-owner-user",
  name: "Incident Template User Owner",
  group: "incidents",
  about: "A person who owns the incidents declared from a template.",
  label: "user",
  permission: "IncidentTemplate User Owner",
  inReference: true,
  distinct: ["incidentTemplateId", "userId"],
  fields: {
    user: parent("user", { title: "Owner" }),
    incidentTemplate: parent("incident-templates", { title: "Incident template" }),
    isOwnerNotified: foreign("boolean"),
  },
});
