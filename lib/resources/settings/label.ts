import { colored } from "@/lib/resources/shared/fields";
import { defineResource } from "@/lib/schema/resource";

export const label = defineResource({
  path: "label",
  name: "Label",
  group: "settings",
  nav: { rank: 3, icon: "tag" },
  about: "A colored tag for records of any resource.",
  fields: colored,
});
