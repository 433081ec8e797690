import { date, email, text } from "@/lib/schema/fields";
import { defineResource, readOperations } from "@/lib/schema/resource";

const hidden = { writtenBy: "server", hidden: true } as const;

/** A user is outside projects and visible through membership, so has no project pair. */
export const user = defineResource({
  path: "user",
  name: "User",
  group: "settings",
  canOwn: true,
  about: "A person with access to one of your projects.",
  operations: readOperations,
  permission: { read: "Read Teams" },
  writers: "admins",
  scope: "people",
  common: "withoutProject",
  fields: {
    name: text(),
    // Accounts have unique e-mails. A person record without an account may share an account's
    // address.
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
});
