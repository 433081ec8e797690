import { relation } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentTemplateOwnerUser = defineResource({
  path: "incident-template-owner-user",
  name: "Incident Template User Owner",
  plural: "Incident Template User Owners",
  group: "incidents",
  about: "A person who owns the incidents declared from a template.",
  label: "user",
  permission: "IncidentTemplate User Owner",
  inReference: true,
  distinct: ["incidentTemplateId", "userId"],
  fields: {
    user: relation("user", { required: true, onTargetDelete: "remove", title: "Owner" }),
    incidentTemplate: relation("incident-templates", {
      required: true,
      onTargetDelete: "remove",
      title: "Incident template",
    }),
  },
});
