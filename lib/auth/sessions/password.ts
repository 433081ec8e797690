import type { Fault } from "@/lib/errors";
import { judgePassword } from "@/lib/schema/account/password-strength";
import { faultAt } from "@/lib/schema/pointer";
import type { AuthTables } from "./accounts";
import { queueHash, signInPriority } from "./hash-queue";

/**
 * Faults of a new password of a person: its length, and how soon it would be guessed. `own` are the words that
 * `ownWords` answers, which are guessed first.
 */
export async function passwordFaults(
  field: string,
  password: string,
  own: readonly string[],
): Promise<readonly Fault[]> {
  const { problem } = await judgePassword(password, own);
  return problem === undefined ? [] : [faultAt([field], field, problem)];
}

/** What became of a look at an e-mail address and a password. */
export interface TriedPassword {
  /** The account of the e-mail address, whether or not the password is its own; absent where there is none. */
  readonly accountId?: string;
  readonly isRight: boolean;
}

/**
 * Whether e-mail and password belong together. Takes as long when there is no such account as when the password is
 * wrong.
 */
export async function tryPassword(
  accounts: AuthTables,
  email: string,
  password: string,
): Promise<TriedPassword> {
  const found = await accounts.findUserByEmail(email.trim(), { includeAccounts: true });
  const held = found?.accounts.find(({ providerId }) => providerId === "credential")?.password;
  const isRight = await isPassword(password, held ?? hashOfNothing);
  if (!found) return { isRight: false };
  return { accountId: found.user.id, isRight: isRight && held != null };
}

/** True when a person's password is this one. */
export async function isPasswordOf(
  accounts: AuthTables,
  userId: string,
  password: string,
): Promise<boolean> {
  const account = await accounts.findCredentialAccount(userId);
  const isRight = await isPassword(password, account?.password ?? hashOfNothing);
  return isRight && account?.password != null;
}

/** In the form of the sign-in library, and of no password: salt, then 64 bytes. */
const hashOfNothing = `${"0".repeat(32)}:${"0".repeat(128)}`;
/** Longer than any password there can be; spares the hashing of what is sent to keep the server busy. */
const longestTried = 1_024;

async function isPassword(password: string, hash: string): Promise<boolean> {
  const { verifyPassword } = await import("better-auth/crypto");
  const tried = { hash, password: password.slice(0, longestTried) };
  const isRight = await queueHash(signInPriority, () => verifyPassword(tried));
  return isRight && password.length <= longestTried;
}
