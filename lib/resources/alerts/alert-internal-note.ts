import { internalNote } from "@/lib/resources/shared/notes";
import { parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const alertInternalNote = defineResource({
  path: "alert-internal-note",
  name: "Alert Internal Note",
  group: "alerts",
  nav: "none",
  about: "A note on an alert for the users of the project.",
  label: "note",
  story: { kind: "note" },
  fields: {
    alert: parent("alert"),
    ...internalNote,
  },
});
