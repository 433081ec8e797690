import { publicNote } from "@/lib/resources/shared/notes";
import { parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentEpisodePublicNote = defineResource({
  path: "incident-episode-public-note",
  name: "Incident Episode Public Note",
  group: "incidents",
  nav: "none",
  about: "A note on an incident episode that visitors of a status page may read.",
  label: "note",
  readByVisitors: true,
  story: { kind: "note" },
  occursAt: "postedAt",
  fields: {
    incidentEpisode: parent("incident-episode", { title: "Episode" }),
    ...publicNote,
  },
});
