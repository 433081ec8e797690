import { rowsOneByOne } from "@/lib/operations/rows/read-record";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { referrersOf } from "@/lib/resources/referrers";
import { apiKey } from "@/lib/resources/settings/api-key";
import { invitation } from "@/lib/resources/settings/invitation";
import { member } from "@/lib/resources/settings/member";
import { project } from "@/lib/resources/settings/project";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { noteOf, removalKind } from "./removal-note";

/** Maximum number of records for a removal in one transaction. */
const mostAtOnce = 500;

/** Records that grant rights in a project; removed in the transaction that deletes it. */
const granting: readonly Resource[] = [apiKey, member, invitation];

/** Resources whose records are deleted with their project. */
export const deletedWithProject: readonly Resource[] = [
  ...new Set(
    referrersOf(project)
      .filter(({ column }) => column.field.onTargetDelete === "remove")
      .map(({ resource }) => resource),
  ),
];

/**
 * Deletes a project with all its records. A large project is hidden and loses its keys, members and
 * invitations here; a job removes the rest.
 */
export async function removeProject(transaction: Transaction, row: Row): Promise<void> {
  const { changes, writer } = transaction;
  const projectId = String(row._id);
  const removeAll = (resources: readonly Resource[]) =>
    removeRecords(transaction.as("rule"), resources, projectId);
  if (await isSmall(transaction, projectId)) {
    await removeAll(deletedWithProject);
    await changes.remove(project, row);
    return;
  }
  await changes.noteRemoval(project, row);
  await removeAll(granting);
  await writer.hideDeletedProject(projectId, noteOf(transaction));
  await writer.jobs.add({ kind: removalKind, key: projectId });
}

async function isSmall({ writer }: Transaction, projectId: string): Promise<boolean> {
  let records = 0;
  for (const resource of deletedWithProject) {
    records += await writer.count(resource, { projects: [projectId] });
    if (records > mostAtOnce) return false;
  }
  return true;
}

async function removeRecords(
  { writer, changes }: Transaction,
  resources: readonly Resource[],
  projectId: string,
): Promise<void> {
  for (const resource of resources) {
    const rows = rowsOneByOne(writer, resource, { projects: [projectId] });
    for await (const row of rows) await changes.remove(resource, row);
  }
}
