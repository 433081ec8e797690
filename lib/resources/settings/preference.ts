import { date, id, json, number, relation, text } from "@/lib/schema/fields";
import { everyOperation, type Resource } from "@/lib/schema/resource";

/** A user's own preferences. They are deleted with the user and belong to no project. */
export const preference: Resource = {
  path: "preference",
  name: "Preference",
  plural: "Preferences",
  group: "settings",
  nav: "none",
  readableByAll: true,
  about: "A setting of your own, under a key. Nobody else can read it.",
  label: "key",
  operations: everyOperation,
  permission: {},
  writers: "members",
  scope: "project",
  timeField: "createdAt",
  unique: [["userId", "key"]],
  indexes: [],
  inReference: false,
  unsearched: true,
  unlogged: true,
  fields: {
    _id: id({ title: "ID" }),
    createdAt: date({ writtenBy: "server", title: "Created" }),
    updatedAt: date({ writtenBy: "server", title: "Updated" }),
    version: number({ hidden: true, writtenBy: "server" }),
    user: relation("user", { writtenBy: "server", indexed: false, title: "Person" }),
    key: text({ required: true }),
    value: json({ help: "Anything." }),
  },
};
