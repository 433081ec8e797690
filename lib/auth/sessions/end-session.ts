import type { StoredSession } from "@/lib/store/port/auth-tables";
import type { Writer } from "@/lib/store/port/store";

const day = 24 * 60 * 60 * 1000;

/** Lifetime of a session without use, and in total, in milliseconds. */
export const sessionLimits = { idleMs: 7 * day, longestMs: 30 * day } as const;

/** The sessions to end: these, or all of a user. */
type Ending = readonly Pick<StoredSession, "tokenHash">[] | { readonly allOf: string };

/**
 * Ends sessions with the writer's transaction, and returns their number. A sign-out, the end of
 * other sessions, a new password and a disabled account all come here. Without such an end a
 * session is over as `isOver` says, or when its user is disabled.
 */
export async function endSessions({ auth }: Writer, ending: Ending): Promise<number> {
  const sessions = "allOf" in ending ? await auth.sessionsOf([ending.allOf]) : ending;
  return await auth.deleteSessions(sessions.map(({ tokenHash }) => tokenHash));
}

/** Returns true if a session was idle for too long or has reached its maximum lifetime. */
export function isOver(
  { lastUsedAt, expiresAt }: Pick<StoredSession, "lastUsedAt" | "expiresAt">,
  now: Date,
): boolean {
  const time = now.getTime();
  return expiresAt.getTime() <= time || lastUsedAt.getTime() + sessionLimits.idleMs <= time;
}

/** Deletes the sessions of a user that are over. */
export async function removeExpired(writer: Writer, userId: string, now: Date): Promise<void> {
  const sessions = await writer.auth.sessionsOf([userId]);
  await endSessions(
    writer,
    sessions.filter((session) => isOver(session, now)),
  );
}
