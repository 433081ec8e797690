import { authTablesWithin } from "@/lib/auth/accounts";
import { ownersOnly } from "@/lib/auth/permission";
import { forgetSessions } from "@/lib/auth/session-caller";
import { AppError } from "@/lib/errors";
import { changesOf } from "@/lib/operations/changes";
import { requireConfirmation } from "@/lib/operations/confirmation";
import type { Context } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/not-found";
import { recordAccess } from "@/lib/operations/note-done";
import { findRow } from "@/lib/operations/read-whole";
import { user } from "@/lib/resources/user";
import type { Writer } from "@/lib/store/store";
import { ownsDeployment } from "./person";
import { revokeOffersOf } from "./revoke-offers";

/**
 * Keeps a person out, which ends their sessions and the offers they made at once, or lets them in again. For owners
 * of the deployment, and not for themselves. Throws 403, or 404 for a person there is not.
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
  forgetSessions(store);
}

/** Ends all sessions of a person. Throws as `setDisabled` does. */
export async function endSessionsOf(context: Context, userId: string): Promise<void> {
  requireDeploymentOwner(context);
  const { store } = context;
  if (!(await findRow(store.reader, user, userId, "all"))) throw notFound(user, userId);
  await store.write((writer) => endAll(writer, context, userId));
  forgetSessions(store);
}

async function endAll(writer: Writer, context: Context, accountId: string): Promise<void> {
  const accounts = await authTablesWithin(writer);
  const count = (await accounts.listSessions(accountId)).length;
  if (count === 0) return;
  await accounts.deleteUserSessions(accountId);
  await recordAccess(writer, context, { event: "session_ended", accountId, count });
}

function requireDeploymentOwner(context: Context): void {
  if (!ownsDeployment(context.caller)) {
    throw ownersOnly("Only an owner of the whole deployment may do this.", "update");
  }
  requireConfirmation(context);
}
