import { date, email, id, number, text } from "@/lib/schema/fields";
import { type Resource, readOperations } from "@/lib/schema/resource";

const hidden = { writtenBy: "server", hidden: true } as const;

/** A person stands outside projects and is reached through membership, so has no project pair. */
export const user: Resource = {
  path: "user",
  name: "User",
  plural: "Users",
  group: "settings",
  about: "A person who shares a project with you. People change by signing in and by invitation.",
  label: "name",
  operations: readOperations,
  permission: { read: "Read Teams" },
  writers: "admins",
  scope: "people",
  timeField: "createdAt",
  // Accounts are unique by e-mail. A person who only stands in records may share the address of one.
  unique: [],
  indexes: [],
  inReference: false,
  fields: {
    _id: id({ title: "ID" }),
    createdAt: date({ writtenBy: "server", title: "Created" }),
    updatedAt: date({ writtenBy: "server", title: "Updated" }),
    version: number({ hidden: true, writtenBy: "server" }),
    name: text(),
    email: email({ required: true, title: "E-mail" }),
    disabledAt: date({
      writtenBy: "server",
      title: "Disabled",
      help: "Set, the person can no longer sign in.",
    }),
    firstSignInAt: date(hidden),
    invitedByUserId: text(hidden),
    invitedByKeyId: text(hidden),
    invitedToProjectId: text(hidden),
  },
};
