import { color, number, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const statusPageHistoryChartBarColorRule = defineResource({
  path: "status-page-history-chart-bar-color-rule",
  name: "Status Page History Chart Bar Color",
  group: "status-pages",
  nav: { rank: 3, icon: "bars" },
  about: "The color a day's bar takes on a status page when uptime reached a given percentage.",
  label: "uptimePercentGreaterThanOrEqualTo",
  permission: "Status Page History Chart Bar Color Rule",
  inReference: true,
  fields: {
    statusPage: parent("status-page", { title: "Status page" }),
    uptimePercentGreaterThanOrEqualTo: number({
      required: true,
      min: 0,
      max: 100,
      title: "Uptime of at least (%)",
    }),
    barColor: color({ required: true, title: "Bar color" }),
    order: number({
      ordersWithin: "statusPageId",
      help: "The first rule that a day's uptime meets decides.",
    }),
  },
});
