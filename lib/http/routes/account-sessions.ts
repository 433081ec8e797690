import { endSessions } from "@/lib/auth/sessions/end-session";
import { type Session, sessionsOf } from "@/lib/auth/sessions/session";
import { AppError } from "@/lib/errors";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import type { SessionRequest } from "./endpoint-request";

/** Lists the open sessions of the caller. */
export async function listSessions(asked: SessionRequest) {
  const { caller, session } = asked.signedIn;
  const all = await openSessions(asked, caller.id);
  const data = all.map(({ id, createdAt, lastUsedAt, expiresAt, address, userAgent }) => ({
    ...{ _id: id, createdAt, lastUsedAt, expiresAt, address, userAgent },
    isThis: id === session.id,
  }));
  return { count: data.length, data };
}

/** Ends one session of the caller. Throws `not_found` where it has ended or is not the caller's. */
export async function endSession(asked: SessionRequest) {
  const { caller } = asked.signedIn;
  const all = await openSessions(asked, caller.id);
  const ending = all.find(({ id }) => id === asked.id);
  if (!ending) throw new AppError("not_found", "You have no such session. It may have ended.");
  await end(asked, [ending]);
  return {};
}

/** Ends all sessions of the caller but the one of the request. */
export async function endOtherSessions(asked: SessionRequest) {
  const { caller, session } = asked.signedIn;
  const all = await openSessions(asked, caller.id);
  const others = all.filter(({ id }) => id !== session.id);
  if (others.length > 0) await end(asked, others);
  return { count: others.length };
}

function openSessions({ store, sessionService }: SessionRequest, userId: string) {
  return sessionsOf(store.reader, userId, sessionService.now());
}

async function end({ context }: SessionRequest, ending: readonly Session[]) {
  await inTransaction(context, async (tx) => {
    await endSessions(tx.writer, ending);
    await tx.logAccess({ event: "session_ended", count: ending.length });
  });
}
