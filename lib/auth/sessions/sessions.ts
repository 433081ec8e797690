import { createHmac } from "node:crypto";
import { makeToken } from "@/lib/auth/keys/secret";
import type { AuthDatabase } from "@/lib/store/port/store";
import type { AuthTables } from "./accounts";

const day = 24 * 60 * 60 * 1000;

/** Lifetime of a session without use, and in total, in milliseconds. */
export const sessionLimits = { idleMs: 7 * day, longestMs: 30 * day } as const;

/** How long a session counts as confirmed after its user entered the password, in milliseconds. */
export const confirmedForMs = 10 * 60 * 1000;

/** A browser in which a user is signed in. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  /** The only stored form of the token. */
  readonly tokenHash: string;
  readonly createdAt: Date;
  /** Up to ten minutes late. */
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** End of the confirmation that a sign-in or an entered password gives. */
  readonly confirmedUntil: Date;
  readonly address: string;
  readonly userAgent: string;
}

/** The device on which a session begins. */
export interface Device {
  readonly address: string;
  readonly userAgent: string;
}

/** Returns the form in which a token is stored and looked up: HMAC-SHA256 in hex. */
export function hashToken(secret: string, token: string): string {
  return createHmac("sha256", secret).update(token).digest("hex");
}

/** Begins a session and returns its token, which is not stored. */
export async function startSession(
  accounts: AuthTables,
  secret: string,
  userId: string,
  { address, userAgent }: Device,
  now: Date,
): Promise<string> {
  const token = makeToken();
  const columns = {
    token: hashToken(secret, token),
    ipAddress: address,
    userAgent: userAgent.slice(0, 300),
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + sessionLimits.longestMs),
  };
  await forgetEnded(accounts, userId, now);
  await accounts.createSession(userId, false, columns, true);
  return token;
}

/** Returns the session of a token; undefined if there is none or it has expired. */
export async function findSession(
  accounts: AuthTables,
  tokenHash: string,
  now: Date,
): Promise<Session | undefined> {
  const found = await accounts.findSession(tokenHash);
  if (!found) return undefined;
  const session = sessionOf(found.session);
  return isOver(session, now) ? undefined : session;
}

/** Returns the sessions of a user, most recently used first. */
export async function sessionsOf(
  accounts: AuthTables,
  userId: string,
  now: Date,
): Promise<Session[]> {
  const rows = await accounts.listSessions(userId);
  return rows
    .map(sessionOf)
    .filter((session) => !isOver(session, now))
    .sort((one, other) => other.lastUsedAt.getTime() - one.lastUsedAt.getTime());
}

/** Returns when each user last used a session that is still valid. Users without one are absent. */
export async function lastUses(
  { db }: AuthDatabase,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const latest = new Map<string, Date>();
  for (let start = 0; start < userIds.length; start += mostAtOnce) {
    const rows = await db
      .selectFrom("auth_session")
      .select(["userId", "updatedAt", "expiresAt"])
      .where("userId", "in", userIds.slice(start, start + mostAtOnce))
      .execute();
    for (const row of rows) {
      const userId = String(row["userId"]);
      const lastUsedAt = dateOf(row["updatedAt"]);
      const isNewer = lastUsedAt > (latest.get(userId) ?? new Date(0));
      const expiresAt = dateOf(row["expiresAt"]);
      if (isNewer && !isOver({ lastUsedAt, expiresAt }, now)) latest.set(userId, lastUsedAt);
    }
  }
  return latest;
}

const mostAtOnce = 500;

/** One engine returns times as text, the other as dates. */
function dateOf(value: unknown): Date {
  return value instanceof Date ? value : new Date(String(value));
}

/** Records that a session is in use, at most every ten minutes. */
export async function noteUse(accounts: AuthTables, session: Session, now: Date): Promise<void> {
  if (now.getTime() - session.lastUsedAt.getTime() < notedEveryMs) return;
  await accounts.updateSession(session.tokenHash, { updatedAt: now });
}

const notedEveryMs = 10 * 60 * 1000;

/** Confirms a session after its user entered the password. Returns the end of the confirmation. */
export async function confirmSession(
  accounts: AuthTables,
  { tokenHash }: Session,
  now: Date,
): Promise<Date> {
  await accounts.updateSession(tokenHash, { confirmedAt: now, updatedAt: now });
  return new Date(now.getTime() + confirmedForMs);
}

/** Returns true if a session was idle for too long or has reached its maximum lifetime. */
export function isOver(
  { lastUsedAt, expiresAt }: Pick<Session, "lastUsedAt" | "expiresAt">,
  now: Date,
): boolean {
  const time = now.getTime();
  return expiresAt.getTime() <= time || lastUsedAt.getTime() + sessionLimits.idleMs <= time;
}

async function forgetEnded(accounts: AuthTables, userId: string, now: Date): Promise<void> {
  const ended = (await accounts.listSessions(userId))
    .map(sessionOf)
    .filter((session) => isOver(session, now))
    .map(({ tokenHash }) => tokenHash);
  if (ended.length > 0) await accounts.deleteSessions(ended);
}

/** Our own column, unknown to the types of the sign-in library. */
interface ConfirmedColumn {
  readonly confirmedAt?: Date | string | null;
}

type StoredSession = Awaited<ReturnType<AuthTables["listSessions"]>>[number];

function sessionOf(row: StoredSession): Session {
  const { confirmedAt } = row as ConfirmedColumn;
  const provedAt = new Date(confirmedAt ?? row.createdAt).getTime();
  return {
    id: row.id,
    userId: row.userId,
    tokenHash: row.token,
    createdAt: new Date(row.createdAt),
    lastUsedAt: new Date(row.updatedAt),
    expiresAt: new Date(row.expiresAt),
    confirmedUntil: new Date(provedAt + confirmedForMs),
    address: row.ipAddress ?? "",
    userAgent: row.userAgent ?? "",
  };
}
