import { appendAccessLogEntry } from "@/lib/auth/access-log/access-log";
import { addNotice, noticesOf } from "@/lib/auth/access-log/notices";
import { accountHash, rememberAddress } from "@/lib/auth/guesses/known-addresses";
import { endSessions } from "@/lib/auth/sessions/end-session";
import { startSession } from "@/lib/auth/sessions/session";
import type * as family from "@/lib/contract/session";
import { AppError } from "@/lib/errors";
import { requireExpectedUser } from "@/lib/http/guard/expected-user";
import type { PublicRequest } from "@/lib/http/guard/public-request";
import { requireOwnPage } from "@/lib/http/guard/same-origin";
import { noteFirstSignIn } from "@/lib/operations/people/first-sign-in";
import {
  acceptInvitation,
  lookUpInvitation,
} from "@/lib/operations/people/invitations/accept-invitation";
import { lookUpReset, resetPassword } from "@/lib/operations/people/passwords/reset-password";
import { type Authenticated, personWith } from "./authenticate-by-password";
import { describeCurrentUser } from "./current-user";
import type { EndpointRequest, Handlers } from "./endpoint-request";
import { openOneUseLink, refuseClosed } from "./one-use-link";

/** Handlers of signing in and out. */
export const sessionRoutes: Handlers<typeof family> = {
  signIn,
  signOut,
  getSession,
  lookUpReset: (asked) => resetBehind(asked, asked.body.token),
  resetPassword: reset,
  lookUpInvitation: (asked) => invitationBehind(asked, asked.body.token),
  acceptInvitation: accept,
};

async function signIn(asked: EndpointRequest<typeof family.signIn>) {
  const { email, password } = asked.body;
  const { person, forgive, refuse } = await personWith(asked, email, password);
  const token = await beginSession(asked, person);
  if (token === undefined) throw refuse();
  await forgive();
  return { user: await welcome(asked, person, token) };
}

async function signOut({
  sessionService,
  request,
  requestId,
  store,
  setHeaders,
}: PublicRequest): Promise<Record<never, never>> {
  requireOwnPage(request, { isSafe: false }, sessionService.publicUrl);
  const ending = await sessionService.sessionsIn(request);
  for (const { caller } of ending) requireExpectedUser(request, caller);
  if (ending.length > 0) {
    const [device, at] = [sessionService.deviceOf(request), sessionService.now()];
    await store.write(async (writer) => {
      await endSessions(
        writer,
        ending.map(({ session }) => session),
      );
      for (const { caller } of ending) {
        const accountId = caller.id;
        await appendAccessLogEntry(writer, { event: "sign_out", at, accountId, device, requestId });
      }
    });
  }
  setHeaders(sessionService.cookie.write(undefined));
  return {};
}

/** Returns the signed-in user with permissions, or none, for pages that need no session. */
async function getSession({ sessionService, request, store, deployment }: PublicRequest) {
  const signedIn = await sessionService.signedInBy(request);
  if (!signedIn) return { session: null, user: null, me: null };
  requireOwnPage(request, { isSafe: true }, sessionService.publicUrl);
  const { session, caller, email } = signedIn;
  const { id, createdAt, expiresAt } = session;
  return {
    session: {
      _id: id,
      createdAt,
      expiresAt,
      isConfirmed: session.confirmedUntil > sessionService.now(),
    },
    user: { _id: caller.id, name: caller.name, email },
    me: await describeCurrentUser(caller, store, deployment),
    notices: await noticesOf(store.reader, caller.id, sessionService.now()),
  };
}

async function reset(asked: EndpointRequest<typeof family.resetPassword>) {
  const { sessionService, request, store, requestId, body, setHeaders } = asked;
  refuseClosed(await resetBehind(asked, body.token));
  const device = sessionService.deviceOf(request);
  const { now, publicUrl } = sessionService;
  const { email } = await resetPassword(store, { ...body, device, requestId, now, publicUrl });
  setHeaders(sessionService.cookie.write(undefined));
  return { email };
}

function resetBehind(publicRequest: PublicRequest, token: string) {
  const [person = ""] = token.split(".");
  const look = () => lookUpReset(publicRequest.store, token, publicRequest.sessionService.now());
  return openOneUseLink(publicRequest, `reset:${person}`, look);
}

function invitationBehind(publicRequest: PublicRequest, token: string) {
  const look = () =>
    lookUpInvitation(publicRequest.store, token, publicRequest.sessionService.now());
  return openOneUseLink(publicRequest, "invitation", look);
}

async function accept(asked: EndpointRequest<typeof family.acceptInvitation>) {
  const { sessionService, request, store, requestId, body } = asked;
  const { now, publicUrl } = sessionService;
  // Counts the guess only. The operation refuses closed invitations and removes expired ones.
  await invitationBehind(asked, body.token);
  const device = sessionService.deviceOf(request);
  const made = await acceptInvitation(store, { ...body, requestId, now, device, publicUrl });
  const token = await beginSession(asked, made);
  if (token === undefined) {
    const detail = "Your account exists, but its access changed meanwhile. Sign in again.";
    throw new AppError("unauthenticated", detail);
  }
  return { user: await welcome(asked, made, token), projectId: made.projectId, slug: made.slug };
}

/**
 * Begins a new session and returns its token; undefined if the password stopped being valid
 * meanwhile. A token that the browser had before never becomes valid.
 */
async function beginSession(
  { sessionService, request, requestId, store }: PublicRequest,
  { id: userId, email, passwordHash }: Authenticated,
): Promise<string | undefined> {
  const former = await sessionService.sessionsIn(request);
  const secret = await sessionService.secret();
  const [device, at] = [sessionService.deviceOf(request), sessionService.now()];
  return store.write(async (writer) => {
    const token = await startSession(writer, secret, { userId, passwordHash }, device, at);
    if (token === undefined) return undefined;
    await endSessions(
      writer,
      former.map(({ session }) => session),
    );
    await rememberAddress(writer, secret, accountHash(secret, email), device.address);
    const entry = { event: "sign_in", at, accountId: userId, device, requestId } as const;
    await appendAccessLogEntry(writer, entry);
    return token;
  });
}

/** Tells a user about failed sign-ins, gives the browser its session, and returns the user. */
async function welcome(
  { sessionService, store, setHeaders }: PublicRequest,
  { id, name, email }: Authenticated,
  token: string,
) {
  const now = sessionService.now();
  const failed = await sessionService.limit.failuresBefore(email);
  if (failed) {
    const notice = { at: now.toISOString(), event: "failed_sign_ins", ...failed } as const;
    await store.write((writer) => addNotice(writer, id, notice));
  }
  await noteFirstSignIn(store, id, now);
  setHeaders(sessionService.cookie.write(token));
  return { _id: id, name, email };
}
