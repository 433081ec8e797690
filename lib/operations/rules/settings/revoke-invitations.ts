import { findRows } from "@/lib/operations/rows/read-record";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { invitation } from "@/lib/resources/settings/invitation";
import { member, memberStates } from "@/lib/resources/settings/member";
import type { Filter, Projects } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";

/** The offers of a user, in one project or in all. */
interface Offers {
  readonly userId?: Row[string];
  /** Absent for every project. */
  readonly projectId?: Row[string];
}

/**
 * Revokes the open invitations and pending memberships that a user granted, in one project or in
 * all. For a user who is disabled or loses rights.
 */
export async function revokeOffersOf(
  { writer, changes }: Transaction,
  { userId, projectId }: Offers,
): Promise<void> {
  const projects: Projects = typeof projectId === "string" ? [projectId] : "all";
  for (const { resource, filter } of offersBy(String(userId))) {
    const rows = await findRows(writer, resource, { projects, filter });
    for (const row of rows) await changes.remove(resource, row);
  }
}

/** Returns the conditions for a user's open offers. */
export function offersBy(userId: string) {
  const byThem: Filter = { op: "eq", column: "grantedByUserId", value: userId };
  const madeByThem: Filter = { op: "eq", column: "createdByUserId", value: userId };
  const isPending: Filter = { op: "eq", column: "state", value: memberStates.pending };
  return [
    { resource: invitation, filter: { op: "or", filters: [byThem, madeByThem] } as Filter },
    { resource: member, filter: { op: "and", filters: [byThem, isPending] } as Filter },
  ];
}
