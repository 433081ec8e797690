import { color, longText, slug, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const label = defineResource({
  path: "label",
  name: "Label",
  plural: "Labels",
  group: "settings",
  nav: { rank: 3, icon: "tag" },
  about: "A colored tag for records of any resource.",
  label: "name",
  permission: "Label",
  fields: {
    name: text({ required: true }),
    slug: slug({ from: "name" }),
    description: longText(),
    color: color({ required: true }),
  },
});
