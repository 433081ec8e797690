import { internalNote } from "@/lib/resources/shared/notes";
import { parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const incidentInternalNote = defineResource({
  path: "incident-internal-note",
  name: "Incident Internal Note",
  group: "incidents",
  nav: "none",
  about: "A note on an incident for the users of the project.",
  label: "note",
  story: { kind: "note" },
  fields: {
    incident: parent("incident"),
    ...internalNote,
  },
});
