import { boolean, json, relation, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

/** The roles whose holders change the shared views of other users. */
export const viewAdministrators: readonly string[] = ["Project Owner", "Project Admin"];

export const savedView = defineResource({
  path: "saved-view",
  name: "Saved View",
  group: "settings",
  nav: "none",
  readableByAll: true,
  about: "A saved list: filter, columns and sort order.",
  unsearched: true,
  unlogged: true,
  indexes: [["projectId", "resource"]],
  fields: {
    name: text({ required: true, refusesBlanks: true }),
    resource: text({ required: true, title: "Kind of record", help: "As in paths: incident." }),
    state: json({
      required: true,
      help: "Filter, columns, order and whatever else makes the list.",
    }),
    visibility: text({
      required: true,
      default: "private",
      suggestions: ["private", "project"],
      help: "A private view is its owner's alone.",
    }),
    isDefault: boolean({
      required: true,
      default: false,
      title: "Default",
      help: "The view that a list begins with; one for a person and one for the project.",
    }),
    ownerUser: relation("user", { writtenBy: "server", indexed: false, title: "Owner" }),
  },
});
