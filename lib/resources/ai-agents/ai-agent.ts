import { boolean, date, file, longText, relationList, slug, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const aiAgent = defineResource({
  path: "ai-agent",
  name: "AI Agent",
  group: "ai-agents",
  nav: { rank: 1, icon: "bot" },
  about: "A program that investigates problems and proposes code changes.",
  fields: {
    name: text({ required: true }),
    description: longText(),
    slug: slug({ from: "name" }),
    aiAgentVersion: text({ required: true, default: "1.0.0", title: "Version" }),
    lastAlive: date({ title: "Last seen" }),
    iconFileId: file({ title: "Icon" }),
    connectionStatus: text({ title: "Connection", suggestions: ["connected", "disconnected"] }),
    isDefault: boolean({ required: true, default: false, title: "Takes tasks by default" }),
    labels: relationList("label"),
  },
});
