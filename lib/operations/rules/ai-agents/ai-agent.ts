import { findRows } from "@/lib/operations/rows/read-record";
import type { Rules, Transaction } from "@/lib/operations/transaction/transaction";
import { aiAgent } from "@/lib/resources/ai-agents/ai-agent";
import type { Row } from "@/lib/schema/row";

/** A project has at most one default agent. */
export const aiAgentRules: Rules = {
  afterCreate: (transaction, row) => clearOthers(transaction, row),
  afterUpdate: (transaction, _, after) => clearOthers(transaction, after),
};

async function clearOthers({ writer, changes }: Transaction, row: Row): Promise<void> {
  if (row.isDefault !== true) return;
  const defaults = await findRows(writer, aiAgent, {
    projects: [String(row.projectId)],
    filter: { op: "eq", column: "isDefault", value: true },
  });
  for (const other of defaults) {
    if (other._id !== row._id) await changes.update(aiAgent, other, { isDefault: false });
  }
}
