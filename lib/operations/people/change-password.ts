import { accountsOf, accountsWithin, hashPassword } from "@/lib/auth/accounts";
import { isPasswordOf, passwordFaults } from "@/lib/auth/password";
import { forgetSessions, type SignedIn } from "@/lib/auth/session-caller";
import { invalid } from "@/lib/errors";
import { faultAt } from "@/lib/schema/pointer";
import type { Store } from "@/lib/store/store";

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Sets a new password and ends every session of the person, this one too: who changes it gets a new one. Throws a
 * 400 when the current password is another, or the new one will not do.
 */
export async function changePassword(
  store: Store,
  { caller, email }: SignedIn,
  { currentPassword, newPassword }: PasswordChange,
): Promise<void> {
  if (!(await isPasswordOf(await accountsOf(store), caller.id, currentPassword))) {
    throw invalid([faultAt(["currentPassword"], "currentPassword", "is not your password")]);
  }
  const faults = await passwordFaults("newPassword", newPassword, [email, caller.name]);
  if (faults.length > 0) throw invalid(faults);
  const passwordHash = await hashPassword(newPassword);
  await store.write(async (writer) => {
    const accounts = await accountsWithin(writer);
    await accounts.updatePassword(caller.id, passwordHash);
    await accounts.deleteVerificationByIdentifier(`reset:${caller.id}`);
    await accounts.deleteUserSessions(caller.id);
  });
  forgetSessions(store);
}
