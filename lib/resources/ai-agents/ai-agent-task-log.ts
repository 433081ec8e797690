import { relation, text, veryLongText } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

const parent = {
  required: true,
  requiredByName: true,
  onTargetDelete: "remove",
} as const;

export const aiAgentTaskLog = defineResource({
  path: "ai-agent-task-log",
  name: "AI Agent Task Log",
  plural: "AI Agent Task Logs",
  group: "ai-agents",
  nav: { rank: 4, icon: "bug" },
  about: "A line that an AI agent wrote while it worked on a task.",
  label: "message",
  permission: "AI Agent Task",
  inReference: true,
  projectRequiredByName: true,
  fields: {
    aiAgentTask: relation("ai-agent-task", { ...parent, title: "Task" }),
    aiAgent: relation("ai-agent", { ...parent, title: "Agent" }),
    severity: text({
      required: true,
      suggestions: ["Unspecified", "Information", "Warning", "Error", "Trace", "Debug", "Fatal"],
    }),
    message: veryLongText({ required: true }),
  },
});
