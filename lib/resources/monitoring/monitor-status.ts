import { described } from "@/lib/resources/shared/fields";
import { boolean, color, number } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const monitorStatus = defineResource({
  path: "monitor-status",
  name: "Monitor Status",
  plural: "Monitor Statuses",
  group: "monitoring",
  about: "A condition a monitor can be in, such as working, slow or down.",
  unique: [["projectId", "name"]],
  fields: {
    ...described,
    color: color({ required: true }),
    isOperationalState: boolean({ default: false, title: "All is well" }),
    isOfflineState: boolean({ default: false, title: "Counts as down" }),
    priority: number({ ordersWithin: "projectId" }),
  },
});
