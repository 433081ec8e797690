import { relation } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const serviceDependency = defineResource({
  path: "service-dependency",
  name: "Service Dependency",
  plural: "Service Dependencies",
  group: "monitoring",
  nav: { rank: 4, icon: "network" },
  about: "States that one service depends on another.",
  label: "dependencyService",
  permission: "Service Dependency",
  inReference: true,
  distinct: ["serviceId", "dependencyServiceId"],
  fields: {
    service: relation("service", { required: true, onTargetDelete: "remove" }),
    dependencyService: relation("service", {
      required: true,
      onTargetDelete: "remove",
      title: "Depends on",
    }),
  },
});
