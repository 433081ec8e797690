import { internalNote } from "@/lib/resources/shared/notes";
import { parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const alertEpisodeInternalNote = defineResource({
  path: "alert-episode-internal-note",
  name: "Alert Episode Internal Note",
  group: "alerts",
  nav: "none",
  about: "A note on an alert episode for the users of the project.",
  label: "note",
  story: { kind: "note" },
  fields: {
    alertEpisode: parent("alert-episode", { title: "Episode" }),
    ...internalNote,
  },
});
