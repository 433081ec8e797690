import { uptimeShown } from "@/lib/resources/shared/fields";
import { boolean, longText, markdown, number, parent, relation, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const statusPageResource = defineResource({
  path: "status-page-resource",
  name: "Status Page Resource",
  group: "status-pages",
  nav: "none",
  about: "A monitor that a status page shows, under the name that visitors know.",
  label: "displayName",
  distinct: ["statusPageId", "monitorId"],
  fields: {
    statusPage: parent("status-page", { title: "Status page" }),
    monitor: relation("monitor", { onTargetDelete: "remove" }),
    statusPageGroup: relation("status-page-group", { onTargetDelete: "clear", title: "Group" }),
    displayName: text({ required: true, title: "Name on the page" }),
    displayDescription: markdown({ title: "Description on the page" }),
    displayTooltip: longText({ title: "Explanation on the page" }),
    ...uptimeShown,
    showStatusHistoryChart: boolean({ default: true, title: "Shows history" }),
    order: number({ ordersWithin: "statusPageId" }),
  },
});
