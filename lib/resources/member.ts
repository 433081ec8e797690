import { relation, textList } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const member = defineResource({
  path: "member",
  name: "Member",
  plural: "Members",
  group: "settings",
  about: "A person's place in a project: the roles or single permissions they hold there.",
  label: "user",
  permission: {
    read: "Read Teams",
    create: "Invite New Members",
    update: "Invite New Members",
    delete: "Invite New Members",
  },
  writers: "admins",
  unique: [["projectId", "userId"]],
  fields: {
    user: relation("user", { required: true, whenTargetGoes: "remove", title: "Person" }),
    permissions: textList({
      required: true,
      names: "permissions",
      help: "Roles and permission titles.",
    }),
  },
});
