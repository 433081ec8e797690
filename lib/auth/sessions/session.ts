import { createHmac } from "node:crypto";
import { makeToken } from "@/lib/auth/keys/secret";
import { isStillRight, type VerifiedPassword } from "@/lib/auth/passwords/password";
import { AppError } from "@/lib/errors";
import type { NewSession, StoredSession } from "@/lib/store/port/auth-tables";
import type { Reader, Store, Writer } from "@/lib/store/port/store";
import { isOver, removeExpired, sessionLimits } from "./end-session";

/** How long a session counts as confirmed after its user entered the password, in milliseconds. */
export const confirmedForMs = 10 * 60 * 1000;

/** A browser in which a user is signed in. Its last use is up to ten minutes late. */
export interface Session extends StoredSession {
  /** End of the confirmation that a sign-in or an entered password gives. */
  readonly confirmedUntil: Date;
}

/** The device on which a session begins. */
export type Device = Pick<NewSession, "address" | "userAgent">;

/** Returns the form in which a token is stored and looked up: HMAC-SHA256 in hex. */
export function hashToken(secret: string, token: string): string {
  return createHmac("sha256", secret).update(token).digest("hex");
}

/**
 * Begins a session of a user whose password was verified. Returns its token, which is not stored;
 * undefined if the password was changed or the user was disabled since the verification.
 */
export async function startSession(
  writer: Writer,
  secret: string,
  verified: VerifiedPassword,
  { address, userAgent }: Device,
  now: Date,
): Promise<string | undefined> {
  if (!(await isStillRight(writer, verified))) return undefined;
  const { userId } = verified;
  const token = makeToken();
  await removeExpired(writer, userId, now);
  await writer.auth.insertSession({
    userId,
    tokenHash: hashToken(secret, token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionLimits.longestMs),
    address,
    userAgent: userAgent.slice(0, 300),
  });
  return token;
}

/** Returns the session of a token; undefined if there is none or it is over. */
export async function findSession(
  { auth }: Reader,
  tokenHash: string,
  now: Date,
): Promise<Session | undefined> {
  const session = await auth.session(tokenHash);
  return session && !isOver(session, now) ? withConfirmation(session) : undefined;
}

/** Returns the sessions of a user, most recently used first. */
export async function sessionsOf({ auth }: Reader, userId: string, now: Date): Promise<Session[]> {
  const sessions = await auth.sessionsOf([userId]);
  return sessions
    .filter((session) => !isOver(session, now))
    .map(withConfirmation)
    .sort((one, other) => other.lastUsedAt.getTime() - one.lastUsedAt.getTime());
}

function withConfirmation(session: StoredSession): Session {
  const provedAt = session.confirmedAt ?? session.createdAt;
  return { ...session, confirmedUntil: new Date(provedAt.getTime() + confirmedForMs) };
}

/** Returns when each user last used a session that is still valid. Users without one are absent. */
export async function lastUses(
  { auth }: Reader,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const latest = new Map<string, Date>();
  for (const session of await auth.sessionsOf(userIds)) {
    const { userId, lastUsedAt } = session;
    const isNewer = lastUsedAt > (latest.get(userId) ?? new Date(0));
    if (isNewer && !isOver(session, now)) latest.set(userId, lastUsedAt);
  }
  return latest;
}

/**
 * Confirms a session after its user entered the password, which matched `passwordHash`. Returns the
 * end of the confirmation. Throws as `requireUnchanged` does.
 */
export async function confirmSession(
  store: Store,
  session: Session,
  passwordHash: string,
  now: Date,
): Promise<Date> {
  await store.write(async (writer) => {
    await requireUnchanged(writer, session, passwordHash, now);
    await writer.auth.confirmSession(session.tokenHash, now);
  });
  return new Date(now.getTime() + confirmedForMs);
}

/**
 * Throws 401 if the session ended, the password was changed or the user was disabled since the
 * password matched `passwordHash`. The transaction that acts on the password calls it.
 */
export async function requireUnchanged(
  reader: Reader,
  { tokenHash, userId }: Session,
  passwordHash: string,
  now: Date,
): Promise<void> {
  const session = await findSession(reader, tokenHash, now);
  if (session && (await isStillRight(reader, { userId, passwordHash }))) return;
  throw new AppError(
    "unauthenticated",
    "Your password was changed or your session ended meanwhile. Sign in again.",
  );
}
