import { relation } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentTemplateOwnerTeam = defineResource({
  path: "incident-template-owner-team",
  name: "Incident Template Team Owner",
  plural: "Incident Template Team Owners",
  group: "incidents",
  about: "A team that owns the incidents declared from a template.",
  label: "team",
  permission: "IncidentTemplate Team Owner",
  inReference: true,
  distinct: ["incidentTemplateId", "teamId"],
  fields: {
    team: relation("team", { required: true, onTargetDelete: "remove", title: "Owner team" }),
    incidentTemplate: relation("incident-templates", {
      required: true,
      onTargetDelete: "remove",
      title: "Incident template",
    }),
  },
});
