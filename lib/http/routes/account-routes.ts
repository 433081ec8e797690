import type { Forgive } from "@/lib/auth/guesses/guess-limit";
import { hashIfRight } from "@/lib/auth/passwords/password";
import { confirmSession } from "@/lib/auth/sessions/session";
import type * as family from "@/lib/contract/account";
import { invalid } from "@/lib/errors";
import type { AccountRequest } from "@/lib/http/guard/public-request";
import { renameMe } from "@/lib/operations/people/me";
import { changePassword as setPassword } from "@/lib/operations/people/passwords/change-password";
import { noteWrongPassword } from "@/lib/operations/people/passwords/note-wrong-password";
import { fieldFault } from "@/lib/schema/pointer";
import { endOtherSessions, endSession, listSessions } from "./account-sessions";
import { describeCurrentUser } from "./current-user";
import type { EndpointRequest, Handlers } from "./endpoint-request";

/** Handlers of the caller's own account and sessions. */
export const accountRoutes: Handlers<typeof family> = {
  getMe: ({ context, store, deployment }) => describeCurrentUser(context.caller, store, deployment),
  renameMe: async ({ context, body }) => {
    await renameMe(context, body.data.name);
    return {};
  },
  changePassword,
  confirm,
  listSessions,
  endSession,
  endOtherSessions,
};

/** Changes the password. Guessing the current one in an open session is limited like sign-in. */
async function changePassword(asked: EndpointRequest<typeof family.changePassword>) {
  const { context, sessionService, request, signedIn, body, setHeaders } = asked;
  const device = sessionService.deviceOf(request);
  const onRight = await spendGuess(asked, signedIn.email, device.address);
  const secret = await sessionService.secret();
  const token = await setPassword(context, signedIn, { ...body, onRight, secret, device });
  setHeaders(sessionService.cookie.write(token));
  return {};
}

/** Confirms the session by password, for a limited time. A wrong password counts as a guess. */
async function confirm(asked: EndpointRequest<typeof family.confirm>) {
  const { context, sessionService, request, store, signedIn, body } = asked;
  const { caller, session, email } = signedIn;
  const { address } = sessionService.deviceOf(request);
  const forgive = await spendGuess(asked, email, address);
  const passwordHash = await hashIfRight(store.reader, caller.id, body.password);
  if (passwordHash === undefined) {
    noteWrongPassword(context);
    throw invalid([fieldFault("password", "is wrong: check it and try again")]);
  }
  const now = sessionService.now();
  const confirmedUntil = await confirmSession(store, session, passwordHash, now);
  await forgive();
  return { confirmedUntil };
}

/**
 * Counts a guess, and returns a function that takes it back. Throws a 429 while guesses are limited,
 * and logs that refusal too.
 */
async function spendGuess(
  { context, sessionService }: AccountRequest,
  email: string,
  address: string,
): Promise<Forgive> {
  try {
    return await sessionService.limit.spend(email, address);
  } catch (error) {
    noteWrongPassword(context);
    throw error;
  }
}
