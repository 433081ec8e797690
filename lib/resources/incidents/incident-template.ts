import { json, longText, markdown, relation, relationList, slug, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

const incident = { section: "The incident" };
const choice = { ...incident, indexed: false, onTargetDelete: "refuse" } as const;

export const incidentTemplate = defineResource({
  path: "incident-templates",
  name: "Incident Template",
  group: "incidents",
  about: "Default values for a new incident.",
  label: "templateName",
  fields: {
    title: longText({ ...incident, required: true }),
    templateName: text({ required: true, title: "Name" }),
    templateDescription: longText({ required: true, title: "When to use it" }),
    description: markdown(incident),
    slug: slug({ from: "templateName" }),
    monitors: relationList("monitor", incident),
    onCallDutyPolicies: relationList("on-call-duty-policy", {
      ...incident,
      title: "On-call policies",
    }),
    labels: relationList("label", incident),
    incidentSeverity: relation("incident-severity", { ...choice, title: "Severity" }),
    changeMonitorStatusTo: relation("monitor-status", { ...choice, title: "Set monitors to" }),
    initialIncidentState: relation("incident-state", { ...choice, title: "First state" }),
    customFields: json({ ...incident, title: "Custom fields" }),
  },
});
