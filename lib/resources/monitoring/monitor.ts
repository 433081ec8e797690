import {
  boolean,
  choice,
  json,
  longText,
  number,
  relationList,
  slug,
  text,
} from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

const checks = { section: "Checks" };

export const monitor = defineResource({
  path: "monitor",
  name: "Monitor",
  group: "monitoring",
  nav: { rank: 1, icon: "activity", key: "m" },
  foundFirst: 3,
  ownedBy: ["monitor-owner-user", "monitor-owner-team"],
  about: "A monitored site, API or host, with its current status.",
  fields: {
    name: text({ required: true }),
    description: longText(),
    slug: slug({ from: "name" }),
    labels: relationList("label"),
    monitorType: text({
      required: true,
      title: "Type",
      suggestions: [
        ...["Manual", "Website", "API", "Ping", "IP", "Port", "DNS", "SSL Certificate", "SNMP"],
        ...["Server", "Kubernetes", "Incoming Request", "Incoming Email", "Synthetic Monitor"],
        ...["Custom JavaScript Code", "Logs", "Metrics", "Traces", "Exceptions"],
      ],
    }),
    currentMonitorStatus: choice("monitor-status", {
      madeByServer: true,
      title: "Status",
      help: "Left empty, a new monitor is operational.",
    }),
    monitorSteps: json({ ...checks, title: "Steps" }),
    monitoringInterval: text({ ...checks, title: "Interval" }),
    minimumProbeAgreement: number({ ...checks, title: "Probes that must agree" }),
    disableActiveMonitoring: boolean({
      ...checks,
      required: true,
      default: false,
      title: "Checks paused",
    }),
    customFields: json({ title: "Custom fields" }),
  },
});
