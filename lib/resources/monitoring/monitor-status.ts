import { colored } from "@/lib/resources/shared/fields";
import { boolean, number } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const monitorStatus = defineResource({
  path: "monitor-status",
  name: "Monitor Status",
  plural: "Monitor Statuses",
  group: "monitoring",
  about: "A condition a monitor can be in, such as working, slow or down.",
  unique: [["projectId", "name"]],
  fields: {
    ...colored,
    isOperationalState: boolean({ default: false, title: "All is well" }),
    isOfflineState: boolean({ default: false, title: "Counts as down" }),
    priority: number({ ordersWithin: "projectId" }),
  },
});
