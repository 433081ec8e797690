import { rowsOneByOne } from "@/lib/operations/rows/read-record";
import { referrersOf } from "@/lib/operations/rows/referrers";
import type { Changes } from "@/lib/operations/transaction/changes";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { apiKey } from "@/lib/resources/settings/api-key";
import { invitation } from "@/lib/resources/settings/invitation";
import { member } from "@/lib/resources/settings/member";
import { project } from "@/lib/resources/settings/project";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { firstNote } from "./removal-note";

/** A project with at most so many records is removed at once. */
const mostAtOnce = 500;

/** Records that give rights in a project go in the transaction that deletes it. */
const granting: readonly Resource[] = [apiKey, member, invitation];

/** The resources whose records go with their project. */
export const deletedWithProject: readonly Resource[] = [
  ...new Set(
    referrersOf(project)
      .filter(({ column }) => column.field.whenTargetGoes === "remove")
      .map(({ resource }) => resource),
  ),
];

/**
 * Deletes a project with all its records. A large one is hidden and loses its keys, members and invitations here;
 * `goOnRemoving` removes the rest.
 */
export async function removeProject(
  transaction: Transaction,
  row: Row,
  changes: Changes,
): Promise<void> {
  const projectId = String(row._id);
  if (await isSmall(transaction, projectId)) {
    await removeAll(transaction, deletedWithProject, projectId);
    await changes.remove(project, row);
    return;
  }
  await changes.noteRemoval(project, row);
  await removeAll(transaction, granting, projectId);
  await transaction.writer.hideDeletedProject(projectId, firstNote(transaction));
}

async function isSmall({ writer }: Transaction, projectId: string): Promise<boolean> {
  let records = 0;
  for (const resource of deletedWithProject) {
    records += await writer.count(resource, { projects: [projectId] });
    if (records > mostAtOnce) return false;
  }
  return true;
}

async function removeAll(
  { writer, changes }: Transaction,
  resources: readonly Resource[],
  projectId: string,
): Promise<void> {
  for (const resource of resources) {
    const rows = rowsOneByOne(writer, resource, { projects: [projectId] });
    for await (const row of rows) await changes.remove(resource, row);
  }
}
