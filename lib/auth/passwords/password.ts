import type { Fault } from "@/lib/errors";
import { user } from "@/lib/resources/settings/user";
import { judgePassword } from "@/lib/schema/account/password-strength";
import { fieldFault } from "@/lib/schema/pointer";
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
  return problem === undefined ? [] : [fieldFault(field, problem)];
}

/** The result of trying an e-mail address and a password. */
export interface TriedPassword {
  /** The account of the e-mail address, even if the password is wrong. Undefined without one. */
  readonly accountId: string | undefined;
  /** The stored hash that the password matched; undefined if the password is wrong. */
  readonly passwordHash: string | undefined;
}

/** Checks whether e-mail and password match. Takes as long for an account that does not exist. */
export async function tryPassword(
  { auth }: Reader,
  email: string,
  password: string,
): Promise<TriedPassword> {
  const account = await auth.accountOf(email.trim());
  const passwordHash = await hashMatching(password, account?.passwordHash);
  return { accountId: account?.id, passwordHash };
}

/** Returns the stored hash that a user's password matched; undefined if the password is wrong. */
export async function hashIfRight(
  { auth }: Reader,
  userId: string,
  password: string,
): Promise<string | undefined> {
  return await hashMatching(password, await auth.passwordHashOf(userId));
}

/** A password that was right when it was checked. */
export interface VerifiedPassword {
  readonly userId: string;
  /** The stored hash that the password matched. */
  readonly passwordHash: string;
}

/**
 * Returns true if a verified password still signs its user in: the stored hash is the same, and the
 * user is not disabled. Hashing is slow and comes before the transaction, so the transaction that
 * acts on a password calls this again.
 */
export async function isStillRight(
  reader: Reader,
  { userId, passwordHash }: VerifiedPassword,
): Promise<boolean> {
  if ((await reader.auth.passwordHashOf(userId)) !== passwordHash) return false;
  const filter = { op: "eq", column: "_id", value: userId } as const;
  const ask = { projects: "all", filter, columns: ["disabledAt"], limit: 1 } as const;
  const [person] = await reader.find(user, ask);
  return person?.disabledAt === null;
}

/** A hash that matches no password: salt, then 64 bytes. */
const hashOfNothing = `${"0".repeat(32)}:${"0".repeat(128)}`;
/** Longer than any valid password. Spares hashing of texts sent to overload the server. */
const longestTried = 1_024;

/** Takes as long without a hash as with one. */
async function hashMatching(
  password: string,
  hash: string | undefined,
): Promise<string | undefined> {
  const isRight = await verifyPassword(password.slice(0, longestTried), hash ?? hashOfNothing);
  return isRight && password.length <= longestTried ? hash : undefined;
}
