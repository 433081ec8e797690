import type { Fault } from "@/lib/errors";
import { faultAt } from "@/lib/schema/pointer";
import type { Accounts } from "./accounts";

/** What people may choose as a password, in characters. */
export const passwordLengths = { least: 8, most: 128 } as const;

/** Faults of a password that a person chooses; `own` is what it may not simply repeat, such as their e-mail. */
export async function passwordFaults(
  field: string,
  password: string,
  own: readonly string[],
): Promise<readonly Fault[]> {
  const problem = lengthProblem(password) ?? (await guessProblem(password, own));
  return problem === undefined ? [] : [faultAt([field], field, problem)];
}

/**
 * The id of the person whom e-mail and password belong to, or undefined. Takes as long when there is no such
 * person as when the password is wrong.
 */
export async function personWith(
  accounts: Accounts,
  email: string,
  password: string,
): Promise<string | undefined> {
  const found = await accounts.findUserByEmail(email.trim(), { includeAccounts: true });
  const held = found?.accounts.find(({ providerId }) => providerId === "credential")?.password;
  const isRight = await isPassword(password, held ?? hashOfNothing);
  return found && held && isRight ? found.user.id : undefined;
}

/** True when a person's password is this one. */
export async function isPasswordOf(
  accounts: Accounts,
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
  const isRight = await verifyPassword({ hash, password: password.slice(0, longestTried) });
  return isRight && password.length <= longestTried;
}

function lengthProblem(password: string): string | undefined {
  const { least, most } = passwordLengths;
  const length = [...password].length;
  return length < least || length > most
    ? `must have ${least} to ${most} characters; a few unrelated words make a good one`
    : undefined;
}

async function guessProblem(password: string, own: readonly string[]): Promise<string | undefined> {
  const plain = password.toLowerCase();
  if (own.some((text) => text !== "" && text.toLowerCase() === plain)) {
    return "must not be your name or e-mail address";
  }
  return (await commonPasswords()).has(plain)
    ? "is one of the most common passwords and would be guessed first; choose another"
    : undefined;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** The passwords that leaks show most often, in lower case; read when first asked for. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return common;
}
