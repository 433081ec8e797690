import { colored } from "@/lib/resources/shared/fields";
import { smallNumber } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const alertSeverity = defineResource({
  path: "alert-severity",
  name: "Alert Severity",
  plural: "Alert Severities",
  group: "alerts",
  about: "How urgent an alert is, with the color and rank it shows.",
  inReference: true,
  severityRank: "order",
  fields: {
    ...colored,
    order: smallNumber({ ordersWithin: "projectId", help: "1 is the most urgent." }),
  },
});
