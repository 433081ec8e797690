import { foreign, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const aiAgentOwnerTeam = defineResource({
  path: "ai-agent-owner-team",
  name: "AI Agent Owner Team",
  group: "ai-agents",
  about: "A team that answers for an AI agent.",
  label: "team",
  inReference: true,
  distinct: ["aiAgentId", "teamId"],
  fields: {
    team: parent("team", { title: "Owner team" }),
    aiAgent: parent("ai-agent", { title: "Agent" }),
    isOwnerNotified: foreign("boolean"),
  },
});
