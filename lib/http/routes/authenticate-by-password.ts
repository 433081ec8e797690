import { noteRefusal } from "@/lib/auth/access-log/refusals";
import { tryPassword } from "@/lib/auth/passwords/password";
import { callerOfUser } from "@/lib/auth/sessions/session-caller";
import { AppError } from "@/lib/errors";
import type { PublicRequest } from "@/lib/http/guard/public-request";

/**
 * Returns the user of an e-mail and password. Throws the same error, equally late, for an unknown
 * or disabled user and a wrong password. Logs refusals in the access log, but no unknown e-mail.
 */
export async function personWith(publicRequest: PublicRequest, email: string, password: string) {
  const { sessionService, request, requestId, store } = publicRequest;
  const device = sessionService.deviceOf(request);
  const { address } = device;
  publicRequest.addLogFields({ address });
  const refusal = {
    event: "sign_in_refused",
    at: sessionService.now(),
    device,
    requestId,
  } as const;
  await sessionService.limit.spend(email, address).catch((error: unknown) => {
    noteRefusal(store, refusal);
    throw error;
  });
  const { accountId, isRight } = await tryPassword(store.reader, email, password);
  publicRequest.addLogFields({ accountId });
  const person = accountId !== undefined && isRight ? await callerOfUser(store, accountId) : null;
  if (!person) {
    noteRefusal(store, { ...refusal, accountId });
    throw new AppError("unauthenticated", "Wrong e-mail or password. Check both.");
  }
  await sessionService.limit.forgive(email, address);
  return person;
}
