import { colored } from "@/lib/resources/shared/fields";
import { boolean, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentRole = defineResource({
  path: "incident-role",
  name: "Incident Role",
  group: "incidents",
  about: "A part people play while an incident lasts, such as leading it or writing the updates.",
  leads: "isPrimaryRole",
  fields: {
    ...colored,
    roleIcon: text({ title: "Icon" }),
    isPrimaryRole: boolean({ default: false, title: "Leads the incident" }),
    isDeleteable: boolean({ default: true, title: "Can be deleted" }),
    canAssignMultipleUsers: boolean({ default: false, title: "Several people at once" }),
  },
});
