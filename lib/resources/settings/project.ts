import { timeZone } from "@/lib/resources/shared/fields";
import { relation, slug, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

const numbers = { section: "Numbers" };

export const project = defineResource({
  path: "project",
  name: "Project",
  group: "settings",
  about: "Contains records, people and API keys. Projects are isolated from each other.",
  writers: "admins",
  scope: "self",
  fields: {
    project: relation("project", {
      required: true,
      madeByServer: true,
      writtenBy: "server",
      indexed: false,
      onTargetDelete: "keep",
      help: "A project belongs to itself.",
    }),
    name: text({ required: true }),
    slug: slug({ from: "name" }),
    incidentNumberPrefix: text({ ...numbers, default: "INC-", title: "Incident prefix" }),
    alertNumberPrefix: text({ ...numbers, default: "ALT-", title: "Alert prefix" }),
    incidentEpisodeNumberPrefix: text({
      ...numbers,
      default: "IE-",
      title: "Incident episode prefix",
    }),
    alertEpisodeNumberPrefix: text({ ...numbers, default: "AE-", title: "Alert episode prefix" }),
    timeZone: text({
      ...timeZone,
      help: "Reports divide days and weeks, and tell nights, in this zone.",
    }),
  },
});
