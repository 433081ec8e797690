import { grantedBy } from "@/lib/auth/grantor";
import { everyProject } from "@/lib/auth/grants/caller";
import { assertHeld, firstUnheld, permissionFaults } from "@/lib/auth/grants/may-grant";
import { refusalFor } from "@/lib/auth/grants/permission";
import { titlesIn } from "@/lib/auth/keys/issue-key";
import { invalid } from "@/lib/errors";
import { findRow } from "@/lib/operations/rows/read-record";
import type { Draft, Rules, Transaction } from "@/lib/operations/transaction/transaction";
import { resources } from "@/lib/resources";
import { member, memberStates } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import { holdersOf, holdingsOf } from "@/lib/schema/permission-titles";
import { faultAt } from "@/lib/schema/pointer";
import type { Right } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { revokeOffersOf } from "./revoke-invitations";

/** A caller cannot grant, remove or change a membership with rights beyond the caller's own. */
export const memberRules: Rules = {
  asksBesides: "A caller can grant or remove only permissions that they hold.",
  async beforeCreate(transaction, draft) {
    checkTitles(draft);
    assertMayGrant(transaction, draft, "create");
    await assertNotStranger(transaction, draft);
    Object.assign(draft, await offerOf(transaction, draft));
  },
  async beforeUpdate(transaction, before, patch) {
    if (patch.permissions !== undefined) checkTitles(patch);
    assertNotAbove(transaction, before, "update");
    assertMayGrant(transaction, { ...before, ...patch }, "update");
    if (patch.userId !== undefined) {
      await assertNotStranger(transaction, patch);
      // A project sees the history of a user since then: this user's place begins now.
      Object.assign(patch, await offerOf(transaction, patch), { createdAt: transaction.now });
    } else Object.assign(patch, grantedBy(transaction.context.caller));
  },
  async afterUpdate(transaction, before, after) {
    await noteChange(transaction, after);
    const isLess = before.userId !== after.userId || lost(before, after);
    if (isLess && isActive(before)) await revokeOffersOf(transaction, before);
  },
  beforeRemove: async (transaction, row) => assertNotAbove(transaction, row, "delete"),
  afterCreate: noteChange,
  async afterRemove(transaction, row) {
    await noteChange(transaction, row);
    if (isActive(row)) await revokeOffersOf(transaction, row);
  },
};

async function noteChange(transaction: Transaction, row: Row): Promise<void> {
  const about = { accountId: String(row.userId), projectId: String(row.projectId) };
  await transaction.logAccess({ event: "member_changed", ...about });
}

/**
 * Returns the grantor and the state of a membership. A user with an account confirms a membership
 * first, because only the user decides which projects they are in.
 */
async function offerOf({ context, writer }: Transaction, { userId }: Draft): Promise<Row> {
  const { caller } = context;
  const id = String(userId);
  const isOwnChoice = caller.type === "system" || (caller.type === "user" && caller.id === id);
  const accounts = isOwnChoice ? undefined : await writer.auth.accountDates([id]);
  const state = accounts?.has(id) ? memberStates.pending : memberStates.active;
  return { ...grantedBy(caller), state };
}

function isActive({ state }: Row): boolean {
  return state === memberStates.active;
}

function lost(before: Row, after: Row): boolean {
  const all = [...resources.values()];
  const held = new Set(titlesIn(after.permissions).flatMap((one) => [...holdingsOf(one, all)]));
  return titlesIn(before.permissions).some((title) => !held.has(title));
}

function checkTitles(draft: Draft): void {
  const faults = permissionFaults(draft.permissions);
  if (faults.length > 0) throw invalid(faults);
  draft.permissions = titlesIn(draft.permissions);
}

function assertMayGrant({ context }: Transaction, row: Row, right: Right): void {
  const titles = titlesIn(row.permissions);
  assertHeld(context.caller, titles, String(row.projectId), { resource: member, right });
}

/**
 * Throws 400 unless the caller already shares a project with the user. A membership reveals the
 * user's name and address, so anyone else, known to the deployment or not, is invited.
 */
async function assertNotStranger(
  { context, writer }: Transaction,
  { userId }: Draft,
): Promise<void> {
  const { grants } = context.caller;
  if (grants.has(everyProject)) return;
  const known = await findRow(writer, user, String(userId), [...grants.keys()]);
  if (known) return;
  const problem = "must be the id of a person you share a project with";
  throw invalid([faultAt(["data", "userId"], "userId", problem)]);
}

function assertNotAbove({ context }: Transaction, row: Row, right: Right): void {
  const projectId = String(row.projectId);
  const missing = firstUnheld(context.caller, titlesIn(row.permissions), projectId);
  if (missing === undefined) return;
  const detail = `This person holds "${missing}" here, so only someone who holds it too may do this.`;
  const sufficient = holdersOf(missing, [...resources.values()]);
  throw refusalFor(detail, sufficient, { resource: member, right, projectId });
}
