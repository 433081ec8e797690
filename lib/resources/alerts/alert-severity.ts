import { color, longText, slug, smallNumber, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const alertSeverity = defineResource({
  path: "alert-severity",
  name: "Alert Severity",
  plural: "Alert Severities",
  group: "alerts",
  about: "How urgent an alert is, with the color and rank it shows.",
  label: "name",
  permission: "Alert Severity",
  inReference: true,
  fields: {
    name: text({ required: true }),
    slug: slug({ from: "name" }),
    description: longText(),
    color: color({ required: true }),
    order: smallNumber({ ordersWithin: "projectId", help: "1 is the most urgent." }),
  },
});
