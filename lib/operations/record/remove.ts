import { writableProjects } from "@/lib/operations/access/visibility";
import { writableRecord } from "@/lib/operations/access/writable-record";
import { rulesOf } from "@/lib/operations/rules";
import { changedMeanwhile } from "@/lib/operations/transaction/changes";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { projectOfStored } from "@/lib/operations/transaction/written-project";
import type { Resource } from "@/lib/schema/resource";
import { removal, withEffects } from "./effects";

/**
 * Deletes one record. Its dependents are deleted too, and references to it are cleared. Throws 403,
 * 404, 409 if a required reference uses it, or 412 if `ifVersion` is not the record's version.
 */
export async function removeRecord(
  context: Context,
  resource: Resource,
  id: string,
  ifVersion?: number,
): Promise<void> {
  const projects = writableProjects(context, resource, "delete");
  const remove = async (tx: Transaction) => {
    const row = await writableRecord(tx, resource, id, projects);
    if (ifVersion !== undefined && ifVersion !== row.version) throw changedMeanwhile(resource);
    const { removeInstead } = rulesOf(resource.path);
    if (removeInstead) await removeInstead(tx, row);
    else await withEffects(tx, removal, { resource, row });
  };
  // A project is deleted with its records.
  await inTransaction(context, remove, {
    isLarge: resource.scope === "self",
    project: await projectOfStored(context, resource, id),
  });
}
