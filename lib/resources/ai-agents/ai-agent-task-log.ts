import { parent, text, veryLongText } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const aiAgentTaskLog = defineResource({
  path: "ai-agent-task-log",
  name: "AI Agent Task Log",
  group: "ai-agents",
  nav: { rank: 4, icon: "bug" },
  about: "A line that an AI agent wrote while it worked on a task.",
  label: "message",
  permission: "AI Agent Task",
  inReference: true,
  projectRequiredByName: true,
  fields: {
    aiAgentTask: parent("ai-agent-task", { requiredByName: true, title: "Task" }),
    aiAgent: parent("ai-agent", { requiredByName: true, title: "Agent" }),
    severity: text({
      required: true,
      suggestions: ["Unspecified", "Information", "Warning", "Error", "Trace", "Debug", "Fatal"],
    }),
    message: veryLongText({ required: true }),
  },
});
