import { boolean, color, longText, slug, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentRole = defineResource({
  path: "incident-role",
  name: "Incident Role",
  plural: "Incident Roles",
  group: "incidents",
  about: "A part people play while an incident lasts, such as leading it or writing the updates.",
  label: "name",
  permission: "Incident Role",
  fields: {
    name: text({ required: true }),
    slug: slug({ from: "name" }),
    description: longText(),
    color: color({ required: true }),
    roleIcon: text({ title: "Icon" }),
    isPrimaryRole: boolean({ default: false, title: "Leads the incident" }),
    isDeleteable: boolean({ default: true, title: "Can be deleted" }),
    canAssignMultipleUsers: boolean({ default: false, title: "Several people at once" }),
  },
});
