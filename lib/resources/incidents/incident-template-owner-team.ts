import { foreign, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentTemplateOwnerTeam = defineResource({
  path: "incident-template-owner-team",
  name: "Incident Template Team Owner",
  group: "incidents",
  about: "A team that owns the incidents declared from a template.",
  label: "team",
  permission: "IncidentTemplate Team Owner",
  inReference: true,
  distinct: ["incidentTemplateId", "teamId"],
  fields: {
    team: parent("team", { title: "Owner team" }),
    incidentTemplate: parent("incident-templates", { title: "Incident template" }),
    isOwnerNotified: foreign("boolean"),
  },
});
