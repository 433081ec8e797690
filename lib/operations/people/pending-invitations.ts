import { findRow, findRows } from "@/lib/operations/rows/read-record";
import { invitation } from "@/lib/resources/settings/invitation";
import { member, memberStates } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import type { Filter } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";

/** An offer to join a project: a pending membership or an open invitation. */
export interface Offer {
  readonly resource: Resource;
  readonly row: Row;
}

/** Returns a user's pending memberships, and the open invitations for their address. */
export async function openOffers(
  reader: Reader,
  userId: string,
  now: Date,
): Promise<readonly Offer[]> {
  const person = await findRow(reader, user, userId, "all");
  if (!person) return [];
  const email = String(person.email);
  const filters: Filter[] = [
    { op: "eq", column: "userId", value: userId },
    { op: "eq", column: "state", value: memberStates.pending },
  ];
  const pending = await findRows(reader, member, {
    projects: "all",
    filter: { op: "and", filters },
  });
  const invitations = await findRows(reader, invitation, {
    projects: "all",
    filter: { op: "startsWith", column: "email", value: email },
  });
  const open = invitations.filter(
    (row) =>
      String(row.email).toLowerCase() === email.toLowerCase() &&
      Date.parse(String(row.expiresAt)) > now.getTime(),
  );
  return [
    ...pending.map((row) => ({ resource: member, row })),
    ...open.map((row) => ({ resource: invitation, row })),
  ];
}
