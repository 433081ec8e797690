import { endSessions } from "@/lib/auth/sessions/end-session";
import { type Session, sessionsOf } from "@/lib/auth/sessions/session";
import { AppError } from "@/lib/errors";
import type { AccountRequest } from "@/lib/http/guard/public-request";
import type { ApiResponse } from "@/lib/http/message/request-response";
import { jsonReply } from "@/lib/http/message/respond";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { requireSession } from "./require-session";

/** Lists the open sessions of the caller. */
export async function listSessions(publicRequest: AccountRequest): Promise<ApiResponse> {
  const { caller, session } = requireSession(publicRequest);
  const all = await openSessions(publicRequest, caller.id);
  const data = all.map(({ id, createdAt, lastUsedAt, expiresAt, address, userAgent }) => ({
    ...{ _id: id, createdAt, lastUsedAt, expiresAt, address, userAgent },
    isThis: id === session.id,
  }));
  return jsonReply({ count: data.length, data });
}

/** Ends one session of the caller. Throws `not_found` where it has ended or is not the caller's. */
export async function endSession(publicRequest: AccountRequest): Promise<ApiResponse> {
  const { caller } = requireSession(publicRequest);
  const all = await openSessions(publicRequest, caller.id);
  const ending = all.find(({ id }) => id === publicRequest.id);
  if (!ending) throw new AppError("not_found", "You have no such session. It may have ended.");
  await end(publicRequest, [ending]);
  return jsonReply({});
}

/** Ends all sessions of the caller but the one of the request. */
export async function endOtherSessions(publicRequest: AccountRequest): Promise<ApiResponse> {
  const { caller, session } = requireSession(publicRequest);
  const all = await openSessions(publicRequest, caller.id);
  const others = all.filter(({ id }) => id !== session.id);
  if (others.length > 0) await end(publicRequest, others);
  return jsonReply({ count: others.length });
}

function openSessions({ store, sessionService }: AccountRequest, userId: string) {
  return sessionsOf(store.reader, userId, sessionService.now());
}

async function end({ context }: AccountRequest, ending: readonly Session[]) {
  await inTransaction(context, async (tx) => {
    await endSessions(tx.writer, ending);
    await tx.logAccess({ event: "session_ended", count: ending.length });
  });
}
