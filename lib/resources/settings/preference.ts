import { json, relation, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

/** A user's own preferences. They are deleted with the user and belong to no project. */
export const preference = defineResource({
  path: "preference",
  name: "Preference",
  group: "settings",
  nav: "none",
  readableByAll: true,
  about: "A setting of your own, under a key. Nobody else can read it.",
  label: "key",
  permission: {},
  common: "withoutProject",
  unique: [["userId", "key"]],
  unsearched: true,
  unlogged: true,
  fields: {
    user: relation("user", { writtenBy: "server", indexed: false, title: "Person" }),
    key: text({ required: true }),
    value: json({ help: "Anything." }),
  },
});
