import { number, text } from "@/lib/schema/fields";
import { defineResource, readOperations } from "@/lib/schema/resource";

/** The largest stored file, in bytes. */
export const largestFile = 10_000_000;
const ours = { writtenBy: "server" } as const;

export const file = defineResource({
  path: "file",
  name: "Uploaded File",
  group: "settings",
  nav: "none",
  holdsBytes: true,
  about: "An uploaded file, such as an attachment of a postmortem.",
  operations: [...readOperations, "delete"],
  permission: {
    read: "Read Incident",
    create: "Create Incident",
    update: "Edit Incident",
    delete: "Delete Incident",
  },
  fields: {
    name: text(ours),
    size: number({ ...ours, title: "Size (bytes)" }),
    type: text({ ...ours, title: "Media type" }),
  },
});
