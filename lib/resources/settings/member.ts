import { permissions } from "@/lib/resources/shared/fields";
import { parent, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

const hidden = { writtenBy: "server", hidden: true } as const;

/** States of a membership. A user with an account must confirm it before it is active. */
export const memberStates = { active: "active", pending: "pending" } as const;

export const member = defineResource({
  path: "member",
  name: "Member",
  group: "settings",
  nav: { rank: 1, icon: "users", key: "p", page: { path: "people", name: "People" } },
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
    user: parent("user", { title: "Person" }),
    permissions,
    state: text({
      writtenBy: "server",
      default: memberStates.active,
      suggestions: Object.values(memberStates),
      help: "Pending until the person accepts it on their account page; it grants nothing before.",
    }),
    grantedByUserId: text(hidden),
    grantedByKeyId: text(hidden),
  },
});
