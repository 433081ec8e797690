import { boolean, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentOwnerTeam = defineResource({
  path: "incident-owner-team",
  name: "Incident Team Owner",
  group: "incidents",
  nav: "none",
  about: "A team that answers for an incident.",
  label: "team",
  distinct: ["incidentId", "teamId"],
  story: { kind: "person" },
  fields: {
    team: parent("team", { title: "Owner team" }),
    incident: parent("incident"),
    isOwnerNotified: boolean({ required: true, default: false, title: "Owner notified" }),
  },
});
