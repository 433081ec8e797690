import { appendAccessLogEntry } from "@/lib/auth/access-log/access-log";
import { addNotice, noticesOf } from "@/lib/auth/access-log/notices";
import { accountHash, rememberAddress } from "@/lib/auth/guesses/known-addresses";
import { endSessions } from "@/lib/auth/sessions/end-session";
import { startSession } from "@/lib/auth/sessions/session";
import type { PublicRequest } from "@/lib/http/guard/public-request";
import { refuseOtherPages, requireOwnPage } from "@/lib/http/guard/same-origin";
import { stringFields } from "@/lib/http/message/inputs/string-fields";
import type { ApiResponse } from "@/lib/http/message/request-response";
import { jsonReply } from "@/lib/http/message/respond";
import type { SessionOperation } from "@/lib/http/routing/route-table";
import { noteFirstSignIn } from "@/lib/operations/people/first-sign-in";
import {
  acceptInvitation,
  lookUpInvitation,
} from "@/lib/operations/people/invitations/accept-invitation";
import { lookUpReset, resetPassword } from "@/lib/operations/people/passwords/reset-password";
import type { JsonObject } from "@/lib/schema/json";
import { personWith } from "./authenticate-by-password";
import { describeCurrentUser } from "./current-user";
import { openOneUseLink, refuseClosed } from "./one-use-link";

/** Routes for signing in and out. */
export const sessionRoutes: Readonly<
  Record<SessionOperation, (publicRequest: PublicRequest) => Promise<ApiResponse>>
> = {
  signIn,
  signOut,
  getSession,
  lookUpReset: resetLookUp,
  resetPassword: reset,
  lookUpInvitation: lookUp,
  acceptInvitation: accept,
};

async function signIn(publicRequest: PublicRequest): Promise<ApiResponse> {
  const { sessionService, request } = publicRequest;
  refuseOtherPages(request, sessionService.publicUrl);
  const { email, password } = stringFields(await publicRequest.body(), ["email", "password"]);
  const { caller, email: known } = await personWith(publicRequest, email, password);
  return welcome(publicRequest, { id: caller.id, name: caller.name, email: known });
}

async function signOut({
  sessionService,
  request,
  requestId,
  store,
}: PublicRequest): Promise<ApiResponse> {
  requireOwnPage(request, { isSafe: false }, sessionService.publicUrl);
  const ending = await sessionService.sessionsIn(request);
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
  return jsonReply({}, sessionService.cookie.write(undefined));
}

/** Returns the signed-in user with permissions, or none, for pages that need no session. */
async function getSession({
  sessionService,
  request,
  store,
  deployment,
}: PublicRequest): Promise<ApiResponse> {
  const signedIn = await sessionService.signedInBy(request);
  if (!signedIn) return jsonReply({ session: null, user: null, me: null });
  requireOwnPage(request, { isSafe: true }, sessionService.publicUrl);
  const { session, caller, email } = signedIn;
  const { id, createdAt, expiresAt } = session;
  return jsonReply({
    session: {
      _id: id,
      createdAt,
      expiresAt,
      isConfirmed: session.confirmedUntil > sessionService.now(),
    },
    user: { _id: caller.id, name: caller.name, email },
    me: await describeCurrentUser(caller, store, deployment),
    notices: await noticesOf(store.reader, caller.id, sessionService.now()),
  });
}

async function resetLookUp(publicRequest: PublicRequest): Promise<ApiResponse> {
  refuseOtherPages(publicRequest.request, publicRequest.sessionService.publicUrl);
  const { token } = stringFields(await publicRequest.body(), ["token"]);
  return jsonReply({ ...(await resetBehind(publicRequest, token)) });
}

async function reset(publicRequest: PublicRequest): Promise<ApiResponse> {
  const { sessionService, request, store, requestId } = publicRequest;
  refuseOtherPages(request, sessionService.publicUrl);
  const { token, password } = stringFields(await publicRequest.body(), ["token", "password"]);
  refuseClosed(await resetBehind(publicRequest, token));
  const device = sessionService.deviceOf(request);
  const { now, publicUrl } = sessionService;
  const asked = { token, password, device, requestId, now, publicUrl };
  const { email } = await resetPassword(store, asked);
  return jsonReply({ email }, sessionService.cookie.write(undefined));
}

function resetBehind(publicRequest: PublicRequest, token: string) {
  const [person = ""] = token.split(".");
  const look = () => lookUpReset(publicRequest.store, token, publicRequest.sessionService.now());
  return openOneUseLink(publicRequest, `reset:${person}`, look);
}

async function lookUp(publicRequest: PublicRequest): Promise<ApiResponse> {
  refuseOtherPages(publicRequest.request, publicRequest.sessionService.publicUrl);
  const { token } = stringFields(await publicRequest.body(), ["token"]);
  return jsonReply({ ...(await invitationBehind(publicRequest, token)) });
}

function invitationBehind(publicRequest: PublicRequest, token: string) {
  const look = () =>
    lookUpInvitation(publicRequest.store, token, publicRequest.sessionService.now());
  return openOneUseLink(publicRequest, "invitation", look);
}

async function accept(publicRequest: PublicRequest): Promise<ApiResponse> {
  const { sessionService, request, store, requestId } = publicRequest;
  refuseOtherPages(request, sessionService.publicUrl);
  const { token, password, name } = stringFields(
    await publicRequest.body(),
    ["token", "password"],
    ["name"],
  );
  const asked = {
    ...{
      token,
      password,
      requestId,
      now: sessionService.now,
      device: sessionService.deviceOf(request),
    },
    publicUrl: sessionService.publicUrl,
    ...(name !== undefined && { name }),
  };
  // Counts the guess only. The operation refuses closed invitations and removes expired ones.
  await invitationBehind(publicRequest, token);
  const made = await acceptInvitation(store, asked);
  return welcome(publicRequest, made, { projectId: made.projectId, slug: made.slug });
}

interface Newcomer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Begins a new session. A token that the browser had before never becomes valid. */
async function welcome(
  { sessionService, request, requestId, store }: PublicRequest,
  { id, name, email }: Newcomer,
  besides: JsonObject = {},
): Promise<ApiResponse> {
  const former = await sessionService.sessionsIn(request);
  const secret = await sessionService.secret();
  const [device, at] = [sessionService.deviceOf(request), sessionService.now()];
  const failed = await sessionService.limit.failuresBefore(email);
  const token = await store.write(async (writer) => {
    await endSessions(
      writer,
      former.map(({ session }) => session),
    );
    await rememberAddress(writer, secret, accountHash(secret, email), device.address);
    if (failed) {
      await addNotice(writer, id, { at: at.toISOString(), event: "failed_sign_ins", ...failed });
    }
    await appendAccessLogEntry(writer, { event: "sign_in", at, accountId: id, device, requestId });
    return startSession(writer, secret, id, device, at);
  });
  await noteFirstSignIn(store, id, sessionService.now());
  return jsonReply(
    { user: { _id: id, name, email }, ...besides },
    sessionService.cookie.write(token),
  );
}
