import { numbered } from "@/lib/resources/shared/fields";
import { date, json, longText, relation, text, veryLongText } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

const run = { section: "Run" };

export const aiAgentTask = defineResource({
  path: "ai-agent-task",
  name: "AI Agent Task",
  group: "ai-agents",
  nav: { rank: 2, icon: "check", key: "t" },
  about: "A piece of work handed to an AI agent, with its outcome.",
  story: { kind: "task", namedIn: "metadata" },
  fields: {
    name: veryLongText({ required: true }),
    description: veryLongText({ required: true }),
    aiAgent: relation("ai-agent", { title: "Agent" }),
    taskType: text({ required: true, title: "Type", suggestions: ["FixException"] }),
    status: text({
      required: true,
      default: "Scheduled",
      suggestions: ["Scheduled", "InProgress", "Completed", "Error", "NoFixFound"],
    }),
    statusMessage: longText({ ...run, title: "Outcome" }),
    metadata: json(run),
    startedAt: date({ ...run, title: "Started" }),
    completedAt: date({ ...run, title: "Completed" }),
    ...numbered("taskNumber", { prefix: "TASK-" }),
  },
});
