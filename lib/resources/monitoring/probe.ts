import { boolean, date, file, longText, relationList, slug, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const probe = defineResource({
  path: "probe",
  name: "Probe",
  group: "monitoring",
  about: "A place from which monitors are checked.",
  fields: {
    name: text({ required: true }),
    description: longText(),
    slug: slug({ from: "name" }),
    probeVersion: text({ required: true, default: "1.0.0", title: "Version" }),
    lastAlive: date({ title: "Last seen" }),
    iconFileId: file({ title: "Icon" }),
    shouldAutoEnableProbeOnNewMonitors: boolean({
      required: true,
      default: false,
      title: "Use for new monitors",
    }),
    connectionStatus: text({ title: "Connection", suggestions: ["connected", "disconnected"] }),
    labels: relationList("label"),
  },
});
