import { isPasswordOf, passwordFaults } from "@/lib/auth/passwords/password";
import { hashPassword } from "@/lib/auth/passwords/password-hash";
import { endSessions } from "@/lib/auth/sessions/end-session";
import type { SignedIn } from "@/lib/auth/sessions/session-caller";
import { invalid } from "@/lib/errors";
import { personalWords } from "@/lib/operations/people/personal-words";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { faultAt } from "@/lib/schema/pointer";
import { noteWrongPassword } from "./note-wrong-password";
import { resetLinkName } from "./reset-link";

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Called once the current password is confirmed, even if the new one is rejected. */
  readonly onRight: () => Promise<void>;
}

/**
 * Sets a new password and ends all sessions of the user, including this one; the caller of this
 * function starts a new one. Throws 400 if the current password is wrong or the new one rejected.
 */
export async function changePassword(
  context: Context,
  { caller, email }: SignedIn,
  { currentPassword, newPassword, onRight }: PasswordChange,
): Promise<void> {
  const { store } = context;
  if (!(await isPasswordOf(store.reader, caller.id, currentPassword))) {
    noteWrongPassword(context);
    throw invalid([faultAt(["currentPassword"], "currentPassword", "is not your password")]);
  }
  await onRight();
  const person = { id: caller.id, name: caller.name, email };
  const own = await personalWords(store.reader, person, context.policy.publicUrl);
  const faults = await passwordFaults("newPassword", newPassword, own);
  if (faults.length > 0) throw invalid(faults);
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(context, async (tx) => {
    const { writer } = tx;
    await writer.auth.setPasswordHash(caller.id, passwordHash);
    await writer.auth.deleteOneUseLink(resetLinkName(caller.id));
    await endSessions(writer, { allOf: caller.id });
    await tx.logAccess({ event: "password_changed" });
  });
}
