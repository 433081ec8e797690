import { longText, slug, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const team = defineResource({
  path: "team",
  name: "Team",
  plural: "Teams",
  group: "settings",
  nav: { rank: 2, icon: "team" },
  canOwn: true,
  about: "A group of people that can own records.",
  label: "name",
  permission: {
    read: "Read Teams",
    create: "Create Team",
    update: "Edit Team",
    delete: "Delete Team",
  },
  writers: "admins",
  fields: {
    name: text({ required: true }),
    slug: slug({ from: "name" }),
    description: longText(),
  },
});
