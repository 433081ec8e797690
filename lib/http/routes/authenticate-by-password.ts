import { noteRefusal } from "@/lib/auth/access-log/refusals";
import type { Forgive } from "@/lib/auth/guesses/guess-limit";
import { tryPassword } from "@/lib/auth/passwords/password";
import { callerOfUser } from "@/lib/auth/sessions/session-caller";
import { AppError } from "@/lib/errors";
import type { PublicRequest } from "@/lib/http/guard/public-request";

/** A user whose password was right when it was checked. */
export interface Authenticated {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** The stored hash that the password matched. */
  readonly passwordHash: string;
}

interface Attempt {
  readonly person: Authenticated;
  /** Takes the attempt back. Call it once the user is signed in. */
  readonly forgive: Forgive;
  /** Logs a refusal, and returns the error of a wrong password. */
  readonly refuse: () => AppError;
}

/**
 * Returns the user of an e-mail and password. Throws the same error, equally late, for an unknown
 * or disabled user and a wrong password. Logs refusals in the access log, but no unknown e-mail.
 */
export async function personWith(
  publicRequest: PublicRequest,
  email: string,
  password: string,
): Promise<Attempt> {
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
  const forgive = await sessionService.limit.spend(email, address).catch((error: unknown) => {
    noteRefusal(store, refusal);
    throw error;
  });
  const { accountId, passwordHash } = await tryPassword(store.reader, email, password);
  publicRequest.addLogFields({ accountId });
  const refuse = () => {
    noteRefusal(store, { ...refusal, accountId });
    return new AppError("unauthenticated", "Wrong e-mail or password. Check both.");
  };
  if (accountId === undefined || passwordHash === undefined) throw refuse();
  const known = await callerOfUser(store, accountId);
  if (!known) throw refuse();
  const person = { id: accountId, name: known.caller.name, email: known.email, passwordHash };
  return { person, forgive, refuse };
}
