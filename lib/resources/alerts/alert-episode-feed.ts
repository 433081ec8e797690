import { feedEntry, feedOf, noteTypes } from "@/lib/resources/shared/feeds";
import { parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const alertEpisodeFeed = defineResource({
  path: "alert-episode-feed",
  name: "Alert Episode Feed",
  group: "alerts",
  nav: "none",
  about: "An entry in the running record of an alert episode. Entries are added, never changed.",
  unsearched: true,
  ...feedOf("alertEpisode", "Alert Episode Feed", {
    ...{ valueSet: "EpisodeStateChanged", severitySet: "SeverityChanged", ...noteTypes },
    ...{ memberAdded: "AlertAdded", memberRemoved: "AlertRemoved" },
  }),
  fields: {
    alertEpisode: parent("alert-episode", { title: "Episode" }),
    ...feedEntry("alertEpisodeFeedEventType", [
      ...["EpisodeCreated", "EpisodeStateChanged", "EpisodeUpdated", "SeverityChanged"],
      ...["AlertAdded", "AlertRemoved", "RootCause", "RemediationNotes", "PrivateNote"],
      ...["OwnerUserAdded", "OwnerTeamAdded", "OwnerUserRemoved", "OwnerTeamRemoved"],
      ...["OnCallPolicy", "OnCallNotification", "OwnerNotificationSent"],
    ]),
  },
});
