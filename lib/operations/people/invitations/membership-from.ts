import { newRow } from "@/lib/operations/rows/new-row";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { member } from "@/lib/resources/settings/member";
import type { Row } from "@/lib/schema/row";

/** Returns the membership that an invitation offers a user. It keeps the inviter as the grantor. */
export function membershipFrom(
  { context, now }: Transaction,
  invitation: Row,
  userId: string,
): Row {
  const { projectId = null, permissions = [], createdByUserId = null } = invitation;
  const { grantedByUserId = null, grantedByKeyId = null } = invitation;
  const given = { projectId, userId, permissions, grantedByUserId, grantedByKeyId };
  return { ...newRow(context, member, given, now), createdByUserId };
}

export const granterGone =
  "The sender can no longer grant this access. Ask a project owner for a new invitation.";
