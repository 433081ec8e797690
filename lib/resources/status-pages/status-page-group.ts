import { uptimeShown } from "@/lib/resources/shared/fields";
import { boolean, markdown, number, parent, slug, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const statusPageGroup = defineResource({
  path: "status-page-group",
  name: "Status Page Group",
  group: "status-pages",
  nav: "none",
  about: "A heading on a status page, with the monitors that stand under it.",
  fields: {
    statusPage: parent("status-page", { title: "Status page" }),
    name: text({ required: true }),
    slug: slug({ from: "name" }),
    description: markdown({ help: "Visitors of the status page read this." }),
    order: number({ ordersWithin: "statusPageId" }),
    isExpandedByDefault: boolean({ default: true, title: "Expanded at first" }),
    ...uptimeShown,
  },
});
