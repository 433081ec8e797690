import { date, email, id, number, text } from "@/lib/schema/fields";
import { type Resource, readOperations } from "@/lib/schema/resource";

const hidden = { writtenBy: "server", hidden: true } as const;

/** A user is outside projects and visible through membership, so has no project pair. */
export const user: Resource = {
  path: "user",
  name: "User",
  plural: "Users",
  group: "settings",
  canOwn: true,
  about: "A person with access to one of your projects.",
  label: "name",
  operations: readOperations,
  permission: { read: "Read Teams" },
  writers: "admins",
  scope: "people",
  timeField: "createdAt",
  // Accounts have unique e-mails. A person record without an account may share an account's
  // address.
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
