import { colored } from "@/lib/resources/shared/fields";
import { boolean, smallNumber } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentState = defineResource({
  path: "incident-state",
  name: "Incident State",
  group: "incidents",
  about: "A state in the lifecycle of an incident.",
  unique: [["projectId", "name"]],
  stateFlags: {
    created: "isCreatedState",
    acknowledged: "isAcknowledgedState",
    resolved: "isResolvedState",
  },
  fields: {
    ...colored,
    isCreatedState: boolean({ default: false, title: "New incidents start here" }),
    isAcknowledgedState: boolean({ default: false, title: "Someone is on it" }),
    isResolvedState: boolean({ default: false, title: "The incident is over" }),
    order: smallNumber({ ordersWithin: "projectId" }),
  },
});
