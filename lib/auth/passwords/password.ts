import type { Fault } from "@/lib/errors";
import { judgePassword } from "@/lib/schema/account/password-strength";
import { faultAt } from "@/lib/schema/pointer";
import type { Reader } from "@/lib/store/port/store";
import { verifyPassword } from "./password-hash";

/**
 * Returns faults of a user's new password: its length, and how easy it is to guess. `own` are the
 * personal words from `ownWords`, which attackers try first.
 */
export async function passwordFaults(
  field: string,
  password: string,
  own: readonly string[],
): Promise<readonly Fault[]> {
  const { problem } = await judgePassword(password, own);
  return problem === undefined ? [] : [faultAt([field], field, problem)];
}

/** The result of trying an e-mail address and a password. */
export interface TriedPassword {
  /** The account of the e-mail address, even if the password is wrong. Absent if there is none. */
  readonly accountId?: string;
  readonly isRight: boolean;
}

/** Checks whether e-mail and password match. Takes as long for an account that does not exist. */
export async function tryPassword(
  { auth }: Reader,
  email: string,
  password: string,
): Promise<TriedPassword> {
  const account = await auth.accountOf(email.trim());
  const isRight = await isPassword(password, account?.passwordHash);
  return account ? { accountId: account.id, isRight } : { isRight };
}

/** Returns true if the password is the user's. */
export async function isPasswordOf(
  { auth }: Reader,
  userId: string,
  password: string,
): Promise<boolean> {
  return await isPassword(password, await auth.passwordHashOf(userId));
}

/** A hash that matches no password: salt, then 64 bytes. */
const hashOfNothing = `${"0".repeat(32)}:${"0".repeat(128)}`;
/** Longer than any valid password. Spares hashing of texts sent to overload the server. */
const longestTried = 1_024;

async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const isRight = await verifyPassword(password.slice(0, longestTried), hash ?? hashOfNothing);
  return isRight && hash !== undefined && password.length <= longestTried;
}
