import { parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const serviceMonitor = defineResource({
  path: "service-monitor",
  name: "Service Monitor",
  group: "monitoring",
  nav: "none",
  about: "States that a monitor watches a service.",
  label: "monitor",
  distinct: ["serviceId", "monitorId"],
  fields: {
    service: parent("service"),
    monitor: parent("monitor"),
  },
});
