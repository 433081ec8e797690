import { boolean, color, longText, slug, smallNumber, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentState = defineResource({
  path: "incident-state",
  name: "Incident State",
  plural: "Incident States",
  group: "incidents",
  about: "A state in the lifecycle of an incident.",
  label: "name",
  permission: "Incident State",
  unique: [["projectId", "name"]],
  stateFlags: {
    created: "isCreatedState",
    acknowledged: "isAcknowledgedState",
    resolved: "isResolvedState",
  },
  fields: {
    name: text({ required: true }),
    slug: slug({ from: "name" }),
    description: longText(),
    color: color({ required: true }),
    isCreatedState: boolean({ default: false, title: "New incidents start here" }),
    isAcknowledgedState: boolean({ default: false, title: "Someone is on it" }),
    isResolvedState: boolean({ default: false, title: "The incident is over" }),
    order: smallNumber({ ordersWithin: "projectId" }),
  },
});
