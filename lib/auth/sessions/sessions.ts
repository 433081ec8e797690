import { createHmac } from "node:crypto";
import { makeToken } from "@/lib/auth/keys/secret";
import type { AuthDatabase } from "@/lib/store/port/store";
import type { AuthTables } from "./accounts";

const day = 24 * 60 * 60 * 1000;

/** How long a session lasts without use, and how long at most, in milliseconds. */
export const sessionLimits = { idleMs: 7 * day, longestMs: 30 * day } as const;

/** How long a session counts as confirmed after its person gave their password, in milliseconds. */
export const confirmedForMs = 10 * 60 * 1000;

/** One browser that a person is signed in with. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  /** The only stored form of its token. */
  readonly tokenHash: string;
  readonly createdAt: Date;
  /** Up to ten minutes behind. */
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** Until when it counts as confirmed by the password: after the sign-in, or after confirming. */
  readonly confirmedUntil: Date;
  readonly address: string;
  readonly userAgent: string;
}

/** Where a session begins. */
export interface Device {
  readonly address: string;
  readonly userAgent: string;
}

/** A token as it is stored and looked up: HMAC-SHA256 in hex. */
export function hashToken(secret: string, token: string): string {
  return createHmac("sha256", secret).update(token).digest("hex");
}

/** Begins a session and answers its token, which is kept nowhere. */
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

/** The session of a token, or undefined when there is none or its time is over. */
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

/** The sessions of a person, the one used last first. */
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

/** When each of these people last used a session that still lasts; without those who have none. */
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

/** One database keeps moments as text, the other as such. */
function dateOf(value: unknown): Date {
  return value instanceof Date ? value : new Date(String(value));
}

/** Remembers that a session is in use, at most every ten minutes. */
export async function noteUse(accounts: AuthTables, session: Session, now: Date): Promise<void> {
  if (now.getTime() - session.lastUsedAt.getTime() < notedEveryMs) return;
  await accounts.updateSession(session.tokenHash, { updatedAt: now });
}

const notedEveryMs = 10 * 60 * 1000;

/** Confirms a session: its person gave their password. Answers until when that holds. */
export async function confirmSession(
  accounts: AuthTables,
  { tokenHash }: Session,
  now: Date,
): Promise<Date> {
  await accounts.updateSession(tokenHash, { confirmedAt: now, updatedAt: now });
  return new Date(now.getTime() + confirmedForMs);
}

/** True once a session was unused for too long, or has lasted as long as one may. */
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

/** A column of our own, which the types of the sign-in library do not know. */
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
