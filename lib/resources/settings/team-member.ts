import { boolean, date, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const teamMember = defineResource({
  path: "team-member",
  name: "Team Member",
  group: "settings",
  nav: "none",
  about: "A person who belongs to a team. Belonging to a team grants no permissions.",
  label: "user",
  permission: {
    read: "Read Teams",
    create: "Invite New Members",
    update: "Invite New Members",
    delete: "Invite New Members",
  },
  writers: "admins",
  distinct: ["teamId", "userId"],
  fields: {
    team: parent("team"),
    user: parent("user", { title: "Person" }),
    hasAcceptedInvitation: boolean({
      required: true,
      default: false,
      title: "Invitation accepted",
    }),
    invitationAcceptedAt: date({ title: "Accepted" }),
  },
});
