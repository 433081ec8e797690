import { color, longText, slug, smallNumber, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentSeverity = defineResource({
  path: "incident-severity",
  name: "Incident Severity",
  plural: "Incident Severities",
  group: "incidents",
  about: "How bad an incident is, with the color and rank it shows.",
  label: "name",
  permission: "Incident Severity",
  unique: [["projectId", "name"]],
  fields: {
    name: text({ required: true }),
    slug: slug({ from: "name" }),
    description: longText(),
    color: color({ required: true }),
    order: smallNumber({ ordersWithin: "projectId", help: "1 is the worst." }),
  },
});
