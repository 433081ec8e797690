import { publicNote } from "@/lib/resources/shared/notes";
import { parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentPublicNote = defineResource({
  path: "incident-public-note",
  name: "Incident Public Note",
  group: "incidents",
  nav: "none",
  about: "A note on an incident that visitors of a status page may read.",
  label: "note",
  readByVisitors: true,
  story: { kind: "note" },
  occursAt: "postedAt",
  fields: {
    incident: parent("incident"),
    ...publicNote,
  },
});
