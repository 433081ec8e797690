import { internalNote } from "@/lib/resources/shared/notes";
import { parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentEpisodeInternalNote = defineResource({
  path: "incident-episode-internal-note",
  name: "Incident Episode Internal Note",
  group: "incidents",
  nav: "none",
  about: "A note on an incident episode for the users of the project.",
  label: "note",
  story: { kind: "note" },
  fields: {
    incidentEpisode: parent("incident-episode", { title: "Episode" }),
    ...internalNote,
  },
});
