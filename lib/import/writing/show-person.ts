import { newRow } from "@/lib/operations/rows/new-row";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { member } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import type { Row } from "@/lib/schema/row";

/**
 * Makes a person visible in the project, as a member without permissions. Leaves aside a person who
 * has an account here, or whom the source knows by another address: they would be shown to users who
 * may not see them.
 */
export async function showPerson(tx: Transaction, projectId: string, sent: Row): Promise<void> {
  const { writer, context } = tx;
  const id = String(sent._id);
  const eq = (column: string) => ({ op: "eq", column, value: id }) as const;
  const [stored] = await writer.find(user, { projects: "all", filter: eq("_id"), limit: 1 });
  if (!stored || lower(stored) !== lower(sent)) return;
  if ((await writer.auth.accountDates([id])).has(id)) return;
  const places = await writer.find(member, { projects: [projectId], filter: eq("userId") });
  if (places.length > 0) return;
  const data = { projectId, userId: id, permissions: [] };
  await tx.changes.create(member, newRow(context, member, data, tx.now));
}

function lower({ email }: Row): string {
  return String(email).toLowerCase();
}
