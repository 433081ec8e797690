import type { Rules } from "@/lib/operations/transaction/transaction";
import { aiAgent } from "@/lib/resources/ai-agents/ai-agent";

/** A task without an agent goes to the default agent. */
export const aiAgentTaskRules: Rules = {
  async beforeCreate({ writer }, draft) {
    if ((draft.aiAgentId ?? null) !== null) return;
    const [agent] = await writer.find(aiAgent, {
      projects: [String(draft.projectId)],
      filter: { op: "eq", column: "isDefault", value: true },
      columns: ["_id"],
      limit: 1,
    });
    draft.aiAgentId = agent?._id ?? null;
  },
};
