import { ownersOnly } from "@/lib/auth/grants/permission";
import { endSessions } from "@/lib/auth/sessions/end-session";
import { AppError } from "@/lib/errors";
import { requireConfirmation } from "@/lib/operations/access/confirmation";
import { notFound } from "@/lib/operations/rows/not-found";
import { ownsDeployment } from "@/lib/operations/rows/person";
import { findRow } from "@/lib/operations/rows/read-record";
import { revokeOffersOf } from "@/lib/operations/rules/settings/revoke-invitations";
import { changesOf } from "@/lib/operations/transaction/changes";
import type { Context } from "@/lib/operations/transaction/context";
import { recordAccess } from "@/lib/operations/transaction/log-access";
import { user } from "@/lib/resources/settings/user";
import type { Writer } from "@/lib/store/port/store";

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
  const { store, caller, now } = context;
  if (caller.id === userId) {
    throw new AppError("conflict", "You cannot disable yourself. Ask another owner to do it.");
  }
  const at = now().toISOString();
  await store.write(async (writer) => {
    const before = await findRow(writer, user, userId, "all");
    if (!before) throw notFound(user, userId);
    if ((before.disabledAt !== null) === isDisabled) return;
    const changes = changesOf(writer, context, context.channel, at);
    await changes.update(user, before, { disabledAt: isDisabled ? at : null });
    if (!isDisabled) return;
    await revokeOffersOf({ writer, changes }, { userId });
    await endAll(writer, context, userId);
  });
}

/** Ends all sessions of a user. Throws like `setDisabled`. */
export async function endSessionsOf(context: Context, userId: string): Promise<void> {
  requireDeploymentOwner(context);
  const { store } = context;
  if (!(await findRow(store.reader, user, userId, "all"))) throw notFound(user, userId);
  await store.write((writer) => endAll(writer, context, userId));
}

async function endAll(writer: Writer, context: Context, accountId: string): Promise<void> {
  const count = await endSessions(writer, { allOf: accountId });
  if (count === 0) return;
  await recordAccess(writer, context, { event: "session_ended", accountId, count });
}

function requireDeploymentOwner(context: Context): void {
  if (!ownsDeployment(context.caller)) {
    throw ownersOnly("Only an owner of the whole deployment may do this.", "update");
  }
  requireConfirmation(context);
}
