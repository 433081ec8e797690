import { relation } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const aiAgentOwnerTeam = defineResource({
  path: "ai-agent-owner-team",
  name: "AI Agent Owner Team",
  plural: "AI Agent Owner Teams",
  group: "ai-agents",
  about: "A team that answers for an AI agent.",
  label: "team",
  permission: "AI Agent Owner Team",
  inReference: true,
  distinct: ["aiAgentId", "teamId"],
  fields: {
    team: relation("team", { required: true, onTargetDelete: "remove", title: "Owner team" }),
    aiAgent: relation("ai-agent", { required: true, onTargetDelete: "remove", title: "Agent" }),
  },
});
