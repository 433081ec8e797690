import { boolean, color, longText, smallNumber, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const alertState = defineResource({
  path: "alert-state",
  name: "Alert State",
  group: "alerts",
  about: "A state in the lifecycle of an alert.",
  unique: [["projectId", "name"]],
  stateFlags: {
    created: "isCreatedState",
    acknowledged: "isAcknowledgedState",
    resolved: "isResolvedState",
  },
  fields: {
    name: text({ required: true }),
    description: longText(),
    color: color({ required: true }),
    isCreatedState: boolean({ default: false, title: "New alerts start here" }),
    isAcknowledgedState: boolean({ default: false, title: "Someone is on it" }),
    isResolvedState: boolean({ default: false, title: "The alert is settled" }),
    order: smallNumber({ ordersWithin: "projectId" }),
  },
});
