import { grantedBy } from "@/lib/auth/grantor";
import { assertHeld, firstUnheld, permissionFaults } from "@/lib/auth/grants/may-grant";
import { refusalFor } from "@/lib/auth/grants/permission";
import { outlasts, titlesIn } from "@/lib/auth/keys/issue-key";
import { hashSecret, makeToken } from "@/lib/auth/keys/secret";
import { AppError, invalid } from "@/lib/errors";
import { peopleByEmail } from "@/lib/operations/rows/person";
import { findRows } from "@/lib/operations/rows/read-record";
import type { Draft, Rules, Transaction } from "@/lib/operations/transaction/transaction";
import { resources } from "@/lib/resources";
import { invitation } from "@/lib/resources/settings/invitation";
import { member } from "@/lib/resources/settings/member";
import { holdersOf } from "@/lib/schema/permission-titles";
import type { Right } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

const lastsMs = 7 * 24 * 60 * 60 * 1000;

/**
 * An invitation grants no more than its creator holds, and its link works once. Only a caller who
 * holds what it grants revokes or replaces it before it expires.
 */
export const invitationRules: Rules = {
  asksBesides: "A caller can grant or remove only permissions that they hold.",
  async prepare({ caller, now, policy }, draft) {
    const faults = permissionFaults(draft.permissions);
    if (faults.length > 0) throw invalid(faults);
    const permissions = titlesIn(draft.permissions);
    const tried = { resource: invitation, right: "create" } as const;
    assertHeld(caller, permissions, String(draft.projectId), tried);
    draft.permissions = permissions;
    const token = makeToken();
    draft.tokenHash = hashSecret(token);
    const weekOn = new Date(now().getTime() + lastsMs).toISOString();
    draft.expiresAt = outlasts(weekOn, caller) ? (caller.endsAt ?? weekOn) : weekOn;
    draft.link = `${policy.publicUrl ?? ""}/invite#${token}`;
  },
  async beforeCreate(transaction, draft) {
    Object.assign(draft, grantedBy(transaction.context.caller));
    await assertNotMember(transaction, draft);
    await removeFormer(transaction, draft);
  },
  afterCreate: (transaction, { projectId }) =>
    transaction.logAccess({ event: "invitation_made", projectId: String(projectId) }),
  beforeRemove: async (transaction, row) => assertNotAbove(transaction, row, "delete"),
  shownOnce: (row, draft) => ({ ...row, link: draft.link ?? null }),
};

/**
 * Throws 409 if a member with an account has this address. A member without an account may be
 * invited, because the invitation creates the account.
 */
async function assertNotMember({ writer }: Transaction, draft: Draft): Promise<void> {
  const people = await peopleByEmail(writer, String(draft.email));
  const ids = people.map(({ _id }) => String(_id));
  const accounts = await writer.auth.accountDates(ids);
  const values = ids.filter((id) => accounts.has(id));
  if (values.length === 0) return;
  const places = await writer.count(member, {
    projects: [String(draft.projectId)],
    filter: { op: "in", column: "userId", values },
  });
  if (places === 0) return;
  const detail = `${draft.email} is a member of this project already, or has been asked to join it. Change what they may do there.`;
  throw new AppError("conflict", detail);
}

/** A new invitation has a new link. The former link must not stay open unnoticed. */
async function removeFormer(transaction: Transaction, draft: Draft): Promise<void> {
  const { writer, changes } = transaction;
  const open = await findRows(writer, invitation, { projects: [String(draft.projectId)] });
  const email = String(draft.email).toLowerCase();
  for (const row of open) {
    if (String(row.email).toLowerCase() !== email) continue;
    assertNotAbove(transaction, row, "create");
    await changes.remove(invitation, row);
  }
}

/** Throws `forbidden` if the invitation grants what the caller lacks. An expired one grants nothing. */
function assertNotAbove({ context, now }: Transaction, row: Row, right: Right): void {
  if (Date.parse(String(row.expiresAt)) <= Date.parse(now)) return;
  const projectId = String(row.projectId);
  const missing = firstUnheld(context.caller, titlesIn(row.permissions), projectId);
  if (missing === undefined) return;
  const detail = `This invitation grants "${missing}", so only someone who holds it too may revoke or replace it.`;
  const sufficient = holdersOf(missing, [...resources.values()]);
  throw refusalFor(detail, sufficient, { resource: invitation, right, projectId });
}
