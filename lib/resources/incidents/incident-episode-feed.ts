import { feedEntry, feedOf, noteTypes } from "@/lib/resources/shared/feeds";
import { parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentEpisodeFeed = defineResource({
  path: "incident-episode-feed",
  name: "Incident Episode Feed",
  group: "incidents",
  about: "An entry in the running record of an incident episode. Entries are added, never changed.",
  inReference: true,
  ...feedOf("incidentEpisode", "Incident Episode Feed", {
    ...{ valueSet: "EpisodeStateChanged", severitySet: "SeverityChanged", ...noteTypes },
    ...{ memberAdded: "IncidentAdded", memberRemoved: "IncidentRemoved" },
  }),
  fields: {
    incidentEpisode: parent("incident-episode", { title: "Episode" }),
    ...feedEntry("incidentEpisodeFeedEventType", [
      ...["EpisodeCreated", "EpisodeStateChanged", "EpisodeUpdated", "SeverityChanged"],
      ...["IncidentAdded", "IncidentRemoved", "RootCause", "RemediationNotes", "PostmortemNote"],
      ...["OwnerUserAdded", "OwnerTeamAdded", "OwnerUserRemoved", "OwnerTeamRemoved"],
      ...["PrivateNote", "PublicNote", "OnCallPolicy", "OnCallNotification"],
      ...["OwnerNotificationSent", "SubscriberNotificationSent"],
    ]),
  },
});
