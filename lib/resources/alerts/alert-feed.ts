import { feedEntry, feedOf, noteTypes, ownerTypes } from "@/lib/resources/shared/feeds";
import { parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const alertFeed = defineResource({
  path: "alert-feed",
  name: "Alert Feed",
  group: "alerts",
  nav: "none",
  about: "An entry in the running record of an alert. Entries are added, never changed.",
  unsearched: true,
  ...feedOf("alert", "Alert Feed", {
    ...{ valueSet: "AlertStateChanged", severitySet: "AlertUpdated" },
    ...{ ...noteTypes, ...ownerTypes },
    ...{ groupJoined: "AddedToEpisode", groupLeft: "RemovedFromEpisode" },
  }),
  fields: {
    alert: parent("alert"),
    ...feedEntry("alertFeedEventType", [
      ...["AlertCreated", "AlertStateChanged", "AlertUpdated", "RootCause", "RemediationNotes"],
      ...["PrivateNote", "PublicNote", "AddedToEpisode", "RemovedFromEpisode"],
      ...["OwnerUserAdded", "OwnerTeamAdded", "OwnerUserRemoved", "OwnerTeamRemoved"],
      ...["OnCallPolicy", "OnCallNotification", "OwnerNotificationSent"],
      "SubscriberNotificationSent",
    ]),
  },
});
