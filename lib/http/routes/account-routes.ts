import { isPasswordOf } from "@/lib/auth/passwords/password";
import { confirmSession, startSession } from "@/lib/auth/sessions/session";
import type * as family from "@/lib/contract/account";
import { invalid } from "@/lib/errors";
import type { AccountRequest } from "@/lib/http/guard/public-request";
import { renameMe } from "@/lib/operations/people/me";
import { changePassword as setPassword } from "@/lib/operations/people/passwords/change-password";
import { noteWrongPassword } from "@/lib/operations/people/passwords/note-wrong-password";
import { faultAt } from "@/lib/schema/pointer";
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
  const { context, sessionService, request, store, signedIn, body, setHeaders } = asked;
  const device = sessionService.deviceOf(request);
  await spendGuess(asked, signedIn.email, device.address);
  const onRight = () => sessionService.limit.forgive(signedIn.email, device.address);
  await setPassword(context, signedIn, { ...body, onRight });
  const { id } = signedIn.caller;
  const [secret, now] = [await sessionService.secret(), sessionService.now()];
  const token = await store.write((writer) => startSession(writer, secret, id, device, now));
  setHeaders(sessionService.cookie.write(token));
  return {};
}

/** Confirms the session by password, for a limited time. A wrong password counts as a guess. */
async function confirm(asked: EndpointRequest<typeof family.confirm>) {
  const { context, sessionService, request, store, signedIn, body } = asked;
  const { caller, session, email } = signedIn;
  const { address } = sessionService.deviceOf(request);
  await spendGuess(asked, email, address);
  if (!(await isPasswordOf(store.reader, caller.id, body.password))) {
    noteWrongPassword(context);
    throw invalid([faultAt(["password"], "password", "is wrong: check it and try again")]);
  }
  await sessionService.limit.forgive(email, address);
  const confirmedUntil = await confirmSession(store, session, sessionService.now());
  return { confirmedUntil };
}

/** Throws a 429 while guesses are limited, and logs that refusal too. */
async function spendGuess(
  { context, sessionService }: AccountRequest,
  email: string,
  address: string,
) {
  try {
    await sessionService.limit.spend(email, address);
  } catch (error) {
    noteWrongPassword(context);
    throw error;
  }
}
