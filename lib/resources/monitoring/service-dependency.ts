import { parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const serviceDependency = defineResource({
  path: "service-dependency",
  name: "Service Dependency",
  plural: "Service Dependencies",
  group: "monitoring",
  nav: { rank: 4, icon: "network" },
  about: "States that one service depends on another.",
  label: "dependencyService",
  inReference: true,
  listed: ["serviceId", "dependencyServiceId", "createdAt"],
  distinct: ["serviceId", "dependencyServiceId"],
  fields: {
    service: parent("service"),
    dependencyService: parent("service", { title: "Depends on" }),
  },
});
