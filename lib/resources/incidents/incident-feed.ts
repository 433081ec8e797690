import { feedEntry, feedOf, noteTypes, ownerTypes } from "@/lib/resources/shared/feeds";
import { parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentFeed = defineResource({
  path: "incident-feed",
  name: "Incident Feed",
  group: "incidents",
  nav: "none",
  about: "An entry in the running record of an incident. Entries are added, never changed.",
  unsearched: true,
  ...feedOf("incident", "Incident Feed", {
    ...{ valueSet: "IncidentStateChanged", severitySet: "IncidentUpdated" },
    ...{ ...noteTypes, ...ownerTypes },
    ...{ roleTaken: "IncidentMemberAdded", roleLeft: "IncidentMemberRemoved" },
  }),
  fields: {
    incident: parent("incident"),
    ...feedEntry("incidentFeedEventType", [
      ...["IncidentCreated", "IncidentStateChanged", "IncidentUpdated", "RootCause"],
      ...["RemediationNotes", "PostmortemNote", "PrivateNote", "PublicNote"],
      ...["OwnerUserAdded", "OwnerTeamAdded", "OwnerUserRemoved", "OwnerTeamRemoved"],
      ...["IncidentMemberAdded", "IncidentMemberRemoved", "OnCallPolicy", "OnCallNotification"],
      ...["OwnerNotificationSent", "SubscriberNotificationSent"],
    ]),
  },
});
