import { expect, test } from "vitest";
import { incident } from "@/lib/resources/incidents/incident";
import { resources } from "@/lib/resources/index";
import { service } from "@/lib/resources/monitoring/service";
import { relatedSets } from "./related-sets";

const id = "01890000-0000-7000-8000-000000000000";
const monitor = "01890000-0000-7000-8000-000000000001";

test("an incident shows its members, owners, states, and records with its episode and monitors", () => {
  const record = { _id: id, monitors: [monitor], incidentEpisodeId: id };
  const sets = relatedSets(incident, record, resources).map(({ key }) => key);
  expect(sets).toEqual([
    "incident-member.incidentId",
    "incident-owner-user.incidentId",
    "incident-state-timeline.incidentId",
    "incident-internal-note.incidentId",
    "incident-public-note.incidentId",
    "incident-owner-team.incidentId",
    "incident-feed.incidentId",
    "incident-episode-feed.incidentEpisodeId",
    "alert.monitorId",
  ]);
});

test("two references from one kind of record are told apart", () => {
  const sets = relatedSets(service, { _id: id }, resources);
  expect(sets.filter(({ resource }) => resource.path === "service-dependency")).toMatchObject([
    { how: "Service", column: "serviceId", ids: [id] },
    { how: "Depends on", column: "dependencyServiceId", ids: [id] },
  ]);
});
