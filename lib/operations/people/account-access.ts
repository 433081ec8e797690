import { ownersOnly } from "@/lib/auth/grants/permission";
import { endSessions } from "@/lib/auth/sessions/end-session";
import { AppError } from "@/lib/errors";
import { requireConfirmation } from "@/lib/operations/access/confirmation";
import { ownsDeployment } from "@/lib/operations/rows/person";
import { findRow, notFound } from "@/lib/operations/rows/read-record";
import { revokeOffersOf } from "@/lib/operations/rules/settings/revoke-invitations";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { user } from "@/lib/resources/settings/user";

/**
 * Disables or enables a user's account. Disabling ends the user's sessions and open offers at once.
 * For deployment owners, and not for their own account. Throws 403, or 404 for an unknown user.
 */
export async function setDisabled(
  context: Context,
  userId: string,
  isDisabled: boolean,
): Promise<void> {
  requireDeploymentOwner(context);
  const { caller } = context;
  if (caller.type === "user" && caller.id === userId) {
    throw new AppError("conflict", "You cannot disable yourself. Ask another owner to do it.");
  }
  await inTransaction(context, async (tx) => {
    const before = await findRow(tx.writer, user, userId, "all");
    if (!before) throw notFound(user, userId);
    if ((before.disabledAt !== null) === isDisabled) return;
    await tx.changes.update(user, before, { disabledAt: isDisabled ? tx.now : null });
    if (!isDisabled) return;
    await revokeOffersOf(tx, { userId });
    await endAll(tx, userId);
  });
}

/** Ends all sessions of a user. Throws like `setDisabled`. */
export async function endSessionsOf(context: Context, userId: string): Promise<void> {
  requireDeploymentOwner(context);
  const { store } = context;
  if (!(await findRow(store.reader, user, userId, "all"))) throw notFound(user, userId);
  await inTransaction(context, (tx) => endAll(tx, userId));
}

async function endAll(tx: Transaction, accountId: string): Promise<void> {
  const count = await endSessions(tx.writer, { allOf: accountId });
  if (count === 0) return;
  await tx.logAccess({ event: "session_ended", accountId, count });
}

function requireDeploymentOwner(context: Context): void {
  if (!ownsDeployment(context.caller)) {
    throw ownersOnly("Only an owner of the whole deployment may do this.", "update");
  }
  requireConfirmation(context);
}
