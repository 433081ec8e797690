import { color, date, markdown, parent, relation, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentEpisodeFeed = defineResource({
  path: "incident-episode-feed",
  name: "Incident Episode Feed",
  group: "incidents",
  about: "An entry in the running record of an incident episode. Entries are added, never changed.",
  label: "feedInfoInMarkdown",
  operations: ["list", "get", "count", "create"],
  permission: { read: "Read Incident Episode Feed", create: "Create Incident Episode Feed" },
  inReference: true,
  story: { kind: "feed" },
  occursAt: "postedAt",
  fields: {
    incidentEpisode: parent("incident-episode", { title: "Episode" }),
    feedInfoInMarkdown: markdown({ required: true, title: "Entry" }),
    moreInformationInMarkdown: markdown({ title: "More information" }),
    incidentEpisodeFeedEventType: text({
      required: true,
      title: "Event",
      suggestions: [
        ...["EpisodeCreated", "EpisodeStateChanged", "EpisodeUpdated", "SeverityChanged"],
        ...["IncidentAdded", "IncidentRemoved", "RootCause", "RemediationNotes", "PostmortemNote"],
        ...["OwnerUserAdded", "OwnerTeamAdded", "OwnerUserRemoved", "OwnerTeamRemoved"],
        ...["PrivateNote", "PublicNote", "OnCallPolicy", "OnCallNotification"],
        ...["OwnerNotificationSent", "SubscriberNotificationSent"],
      ],
    }),
    displayColor: color({ required: true, title: "Color" }),
    user: relation("user", { title: "Person" }),
    postedAt: date({ title: "Posted" }),
  },
});
