import { permissions } from "@/lib/resources/shared/fields";
import { date, email, parent, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

const ours = { writtenBy: "server" } as const;

export const invitation = defineResource({
  path: "invitation",
  name: "Invitation",
  group: "settings",
  nav: "none",
  about:
    "Invites one person to the project. The link works once, is shown once and expires after a week.",
  label: "email",
  operations: ["list", "get", "count", "create", "delete"],
  permission: {
    read: "Read Teams",
    create: "Invite New Members",
    delete: "Invite New Members",
  },
  writers: "admins",
  unique: [["tokenHash"]],
  fields: {
    project: parent("project", { title: "Project" }),
    email: email({ required: true, title: "E-mail" }),
    name: text(),
    permissions,
    expiresAt: date({ ...ours, title: "Expires" }),
    tokenHash: text({ ...ours, hidden: true }),
    grantedByUserId: text({ ...ours, hidden: true }),
    grantedByKeyId: text({ ...ours, hidden: true }),
  },
});
