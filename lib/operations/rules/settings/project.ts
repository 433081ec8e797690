import { deriveBeforeCreate } from "@/lib/operations/derived/derived";
import { newRow } from "@/lib/operations/rows/new-row";
import type { Rules, Transaction } from "@/lib/operations/transaction/transaction";
import { resources } from "@/lib/resources";
import { newProject } from "@/lib/resources/new-project";
import { checkTimeZone } from "./time-zone";

/** An explicitly created project gets default states, severities, statuses and roles. */
export const projectRules: Rules = {
  beforeCreate: async (_transaction, draft) => checkTimeZone(draft),
  beforeUpdate: async (_transaction, _before, patch) => checkTimeZone(patch),
  afterCreate: (transaction, row) => seedProject(transaction, String(row._id)),
};

/**
 * Adds the default states, severities, statuses and roles of a new project, for each resource
 * without records.
 */
async function seedProject(transaction: Transaction, projectId: string): Promise<void> {
  for (const { path, rows } of newProject) {
    const resource = resources.get(path);
    if (resource === undefined) throw new Error(`There is no resource ${path}.`);
    if ((await transaction.writer.count(resource, { projects: [projectId] })) > 0) continue;
    for (const data of rows) {
      const row = newRow(transaction.context, resource, { ...data, projectId }, transaction.now);
      await deriveBeforeCreate(transaction, resource, row);
      await transaction.changes.create(resource, row);
    }
  }
}
