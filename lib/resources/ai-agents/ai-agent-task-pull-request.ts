import { longText, number, parent, relation, text, url } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

const branch = { section: "Where" };

export const aiAgentTaskPullRequest = defineResource({
  path: "ai-agent-task-pull-request",
  name: "AI Agent Task Pull Request",
  group: "ai-agents",
  nav: { rank: 3, icon: "pull-request" },
  about: "A change to code that an AI agent proposed while it worked on a task.",
  label: "title",
  permission: "AI Agent Task",
  inReference: true,
  projectRequiredByName: true,
  story: { kind: "task", through: "aiAgentTask" },
  fields: {
    aiAgentTask: parent("ai-agent-task", { requiredByName: true, title: "Task" }),
    aiAgent: parent("ai-agent", { requiredByName: true, title: "Agent" }),
    codeRepository: relation("code-repository", { title: "Code repository" }),
    title: text({ required: true }),
    description: longText(),
    pullRequestUrl: url({ title: "Address" }),
    pullRequestId: number({ title: "Host's ID", help: "The ID on the platform that hosts it." }),
    pullRequestNumber: number({ title: "Number" }),
    pullRequestState: text({
      required: true,
      title: "State",
      suggestions: ["open", "closed", "merged"],
    }),
    headRefName: text({ ...branch, title: "Source branch" }),
    baseRefName: text({ ...branch, title: "Target branch" }),
    repoOrganizationName: text({ ...branch, title: "Organization" }),
    repoName: text({ ...branch, title: "Repository name" }),
  },
});
