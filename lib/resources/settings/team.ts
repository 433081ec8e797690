import { described } from "@/lib/resources/shared/fields";
import { defineResource } from "@/lib/schema/resource";

export const team = defineResource({
  path: "team",
  name: "Team",
  group: "settings",
  nav: { rank: 2, icon: "team" },
  canOwn: true,
  about: "A group of people that can own records.",
  permission: {
    read: "Read Teams",
    create: "Create Team",
    update: "Edit Team",
    delete: "Delete Team",
  },
  writers: "admins",
  fields: {
    ...described,
  },
});
