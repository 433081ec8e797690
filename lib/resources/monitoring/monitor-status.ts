import { boolean, color, longText, number, slug, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const monitorStatus = defineResource({
  path: "monitor-status",
  name: "Monitor Status",
  plural: "Monitor Statuses",
  group: "monitoring",
  about: "A condition a monitor can be in, such as working, slow or down.",
  label: "name",
  permission: "Monitor Status",
  unique: [["projectId", "name"]],
  fields: {
    name: text({ required: true }),
    slug: slug({ from: "name" }),
    description: longText(),
    color: color({ required: true }),
    isOperationalState: boolean({ default: false, title: "All is well" }),
    isOfflineState: boolean({ default: false, title: "Counts as down" }),
    priority: number({ ordersWithin: "projectId" }),
  },
});
