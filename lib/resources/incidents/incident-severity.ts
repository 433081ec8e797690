import { colored } from "@/lib/resources/shared/fields";
import { smallNumber } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentSeverity = defineResource({
  path: "incident-severity",
  name: "Incident Severity",
  plural: "Incident Severities",
  group: "incidents",
  about: "How bad an incident is, with the color and rank it shows.",
  unique: [["projectId", "name"]],
  severityRank: "order",
  fields: {
    ...colored,
    order: smallNumber({ ordersWithin: "projectId", help: "1 is the worst." }),
  },
});
