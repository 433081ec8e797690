import { feedEntry, feedOf, ownerTypes } from "@/lib/resources/shared/feeds";
import { parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const monitorFeed = defineResource({
  path: "monitor-feed",
  name: "Monitor Feed",
  group: "monitoring",
  nav: "none",
  about: "An entry in the running record of a monitor. Entries are added, never changed.",
  unsearched: true,
  ...feedOf("monitor", "Monitor Feed", { valueSet: "MonitorStatusChanged", ...ownerTypes }),
  fields: {
    monitor: parent("monitor"),
    ...feedEntry("monitorFeedEventType", [
      ...["MonitorCreated", "MonitorStatusChanged", "MonitorUpdated"],
      ...["OwnerUserAdded", "OwnerTeamAdded", "OwnerUserRemoved", "OwnerTeamRemoved"],
      ...["OwnerNotificationSent", "SubscriberNotificationSent"],
    ]),
  },
});
