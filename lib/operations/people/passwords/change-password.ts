import { hashIfRight, passwordFaults } from "@/lib/auth/passwords/password";
import { hashPassword } from "@/lib/auth/passwords/password-hash";
import { endSessions } from "@/lib/auth/sessions/end-session";
import { type Device, requireUnchanged, startSession } from "@/lib/auth/sessions/session";
import type { SignedIn } from "@/lib/auth/sessions/session-caller";
import { invalid } from "@/lib/errors";
import { personalWords } from "@/lib/operations/people/personal-words";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { fieldFault } from "@/lib/schema/pointer";
import { noteWrongPassword } from "./note-wrong-password";
import { resetLinkName } from "./reset-link";

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Called once the current password is confirmed, even if the new one is rejected. */
  readonly onRight: () => Promise<void>;
  /** The secret and the device of the new session. */
  readonly secret: string;
  readonly device: Device;
}

/**
 * Sets a new password, ends all sessions of the user and starts a new one, whose token it returns.
 * Throws 400 if the current password is wrong or the new one rejected, 401 if the session ended or
 * the password was changed meanwhile.
 */
export async function changePassword(
  context: Context,
  { caller, email, session }: SignedIn,
  { currentPassword, newPassword, onRight, secret, device }: PasswordChange,
): Promise<string | undefined> {
  const { store } = context;
  const currentHash = await hashIfRight(store.reader, caller.id, currentPassword);
  if (currentHash === undefined) {
    noteWrongPassword(context);
    throw invalid([fieldFault("currentPassword", "is not your password")]);
  }
  await onRight();
  const person = { id: caller.id, name: caller.name, email };
  const own = await personalWords(store.reader, person, context.policy.publicUrl);
  const faults = await passwordFaults("newPassword", newPassword, own);
  if (faults.length > 0) throw invalid(faults);
  const passwordHash = await hashPassword(newPassword);
  return inTransaction(context, async (tx) => {
    const { writer } = tx;
    const now = new Date(tx.now);
    await requireUnchanged(writer, session, currentHash, now);
    await writer.auth.setPasswordHash(caller.id, passwordHash);
    await writer.auth.deleteOneUseLink(resetLinkName(caller.id));
    await endSessions(writer, { allOf: caller.id });
    await tx.logAccess({ event: "password_changed" });
    return startSession(writer, secret, { userId: caller.id, passwordHash }, device, now);
  });
}
