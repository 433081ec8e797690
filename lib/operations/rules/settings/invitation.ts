import { grantedBy } from "@/lib/auth/grantor";
import { assertHeld, permissionFaults } from "@/lib/auth/grants/may-grant";
import { outlasts, titlesIn } from "@/lib/auth/keys/issue-key";
import { hashSecret, makeToken } from "@/lib/auth/keys/secret";
import { AppError, invalid } from "@/lib/errors";
import { peopleByEmail } from "@/lib/operations/rows/person";
import { findRows } from "@/lib/operations/rows/read-record";
import type { Draft, Rules, Transaction } from "@/lib/operations/transaction/transaction";
import { invitation } from "@/lib/resources/settings/invitation";
import { member } from "@/lib/resources/settings/member";

const lastsMs = 7 * 24 * 60 * 60 * 1000;

/** An invitation grants no more than its creator holds, and its link works once. */
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
async function removeFormer({ writer, changes }: Transaction, draft: Draft): Promise<void> {
  const open = await findRows(writer, invitation, { projects: [String(draft.projectId)] });
  const email = String(draft.email).toLowerCase();
  for (const row of open) {
    if (String(row.email).toLowerCase() === email) await changes.remove(invitation, row);
  }
}
