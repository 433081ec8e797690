import { everyColumn } from "@/lib/operations/rows/read-record";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { invitation } from "@/lib/resources/settings/invitation";
import { member, memberStates } from "@/lib/resources/settings/member";
import type { Filter, Projects } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";

/** Where a person made offers. */
interface Offers {
  readonly userId?: Row[string];
  /** Absent: every project. */
  readonly projectId?: Row[string];
}

/**
 * Revokes the open invitations that a person made, and the memberships they offered that nobody accepted yet, in one
 * project or in all. For a person who is disabled, or has fewer rights than before.
 */
export async function revokeOffersOf(
  { writer, changes }: Pick<Transaction, "writer" | "changes">,
  { userId, projectId }: Offers,
): Promise<void> {
  const projects: Projects = typeof projectId === "string" ? [projectId] : "all";
  for (const { resource, filter } of offersBy(String(userId))) {
    const columns = everyColumn(resource);
    const rows = await writer.find(resource, { projects, filter, columns });
    for (const row of rows) await changes.remove(resource, row);
  }
}

/** What finds the offers of a person that are still open. */
export function offersBy(userId: string) {
  const byThem: Filter = { op: "eq", column: "grantedByUserId", value: userId };
  const madeByThem: Filter = { op: "eq", column: "createdByUserId", value: userId };
  const isPending: Filter = { op: "eq", column: "state", value: memberStates.pending };
  return [
    { resource: invitation, filter: { op: "or", filters: [byThem, madeByThem] } as Filter },
    { resource: member, filter: { op: "and", filters: [byThem, isPending] } as Filter },
  ];
}
