import { noteAccess } from "@/lib/auth/access-log";
import { accountsOf, accountsWithin } from "@/lib/auth/accounts";
import { accountHash, rememberAddress } from "@/lib/auth/known-addresses";
import { addNotice, noticesOf } from "@/lib/auth/notices";
import { tryPassword } from "@/lib/auth/password";
import { noteRefusal } from "@/lib/auth/refusals";
import { callerOfUser, forgetSessions, type SignedIn } from "@/lib/auth/session-caller";
import { startSession } from "@/lib/auth/sessions";
import { AppError } from "@/lib/errors";
import { acceptInvitation, lookUpInvitation } from "@/lib/operations/people/accept-invitation";
import { noteFirstSignIn } from "@/lib/operations/people/first-sign-in";
import { lookUpReset, resetPassword } from "@/lib/operations/people/reset-password";
import type { JsonObject } from "@/lib/schema/json";
import { behindLink, refuseClosed } from "./behind-link";
import type { ApiResponse } from "./exchange";
import { meOf } from "./me-of";
import { jsonReply } from "./respond";
import type { DoorOperation } from "./route-table";
import { refuseOtherPages, requireOwnPage } from "./same-origin";
import { textsOf } from "./texts-of";
import type { Visit } from "./visit";

/** How people come in and go out. */
export const doorReplies: Readonly<Record<DoorOperation, (visit: Visit) => Promise<ApiResponse>>> =
  {
    signIn,
    signOut,
    getSession,
    lookUpReset: resetLookUp,
    resetPassword: reset,
    lookUpInvitation: lookUp,
    acceptInvitation: accept,
  };

async function signIn(visit: Visit): Promise<ApiResponse> {
  const { door, request } = visit;
  refuseOtherPages(request, door.publicUrl);
  const { email, password } = textsOf(await visit.body(), ["email", "password"]);
  const { caller, email: known } = await personWith(visit, email, password);
  return welcome(visit, { id: caller.id, name: caller.name, email: known });
}

async function signOut({ door, request, requestId, store }: Visit): Promise<ApiResponse> {
  requireOwnPage(request, { isSafe: false }, door.publicUrl);
  const ending = await door.sessionsIn(request);
  if (ending.length > 0) {
    const [device, at] = [door.deviceOf(request), door.now()];
    await store.write(async (writer) => {
      await (await accountsWithin(writer)).deleteSessions(hashesOf(ending));
      for (const { caller } of ending) {
        const accountId = caller.id;
        await noteAccess(writer, { event: "sign_out", at, accountId, device, requestId });
      }
    });
    forgetSessions(store);
  }
  return jsonReply({}, door.cookie.write(undefined));
}

function hashesOf(all: readonly SignedIn[]): string[] {
  return all.map(({ session }) => session.tokenHash);
}

/** Who is signed in, if anyone, and what they may do: for pages that must not fail when nobody is. */
async function getSession({ door, request, store, deployment }: Visit): Promise<ApiResponse> {
  const signedIn = await door.signedInBy(request);
  if (!signedIn) return jsonReply({ session: null, user: null, me: null });
  requireOwnPage(request, { isSafe: true }, door.publicUrl);
  const { session, caller, email } = signedIn;
  const { id, createdAt, expiresAt } = session;
  return jsonReply({
    session: { _id: id, createdAt, expiresAt, isConfirmed: session.confirmedUntil > door.now() },
    user: { _id: caller.id, name: caller.name, email },
    me: await meOf(caller, store, deployment),
    notices: await noticesOf(store.reader, caller.id, door.now()),
  });
}

async function resetLookUp(visit: Visit): Promise<ApiResponse> {
  refuseOtherPages(visit.request, visit.door.publicUrl);
  const { token } = textsOf(await visit.body(), ["token"]);
  return jsonReply({ ...(await resetBehind(visit, token)) });
}

async function reset(visit: Visit): Promise<ApiResponse> {
  const { door, request, store, requestId } = visit;
  refuseOtherPages(request, door.publicUrl);
  const { token, password } = textsOf(await visit.body(), ["token", "password"]);
  refuseClosed(await resetBehind(visit, token));
  const device = door.deviceOf(request);
  const { now, publicUrl } = door;
  const asked = { token, password, device, requestId, now, publicUrl };
  const { email } = await resetPassword(store, asked);
  return jsonReply({ email }, door.cookie.write(undefined));
}

function resetBehind(visit: Visit, token: string) {
  const [person = ""] = token.split(".");
  const look = () => lookUpReset(visit.store, token, visit.door.now());
  return behindLink(visit, `reset:${person}`, look);
}

async function lookUp(visit: Visit): Promise<ApiResponse> {
  refuseOtherPages(visit.request, visit.door.publicUrl);
  const { token } = textsOf(await visit.body(), ["token"]);
  return jsonReply({ ...(await invitationBehind(visit, token)) });
}

function invitationBehind(visit: Visit, token: string) {
  const look = () => lookUpInvitation(visit.store, token, visit.door.now());
  return behindLink(visit, "invitation", look);
}

async function accept(visit: Visit): Promise<ApiResponse> {
  const { door, request, store, requestId } = visit;
  refuseOtherPages(request, door.publicUrl);
  const { token, password, name } = textsOf(await visit.body(), ["token", "password"], ["name"]);
  const asked = {
    ...{ token, password, requestId, now: door.now, device: door.deviceOf(request) },
    publicUrl: door.publicUrl,
    ...(name !== undefined && { name }),
  };
  // Only counts the guess: the operation refuses what is closed, and removes what can no longer be accepted.
  await invitationBehind(visit, token);
  const made = await acceptInvitation(store, asked);
  return welcome(visit, made, { projectId: made.projectId, slug: made.slug });
}

/**
 * The person whom e-mail and password belong to. Throws the same, and as late, whether the person is unknown, disabled
 * or mistyped the password. The access log counts refusals; what was typed for an unknown account is kept nowhere.
 */
async function personWith(visit: Visit, email: string, password: string) {
  const { door, request, requestId, store } = visit;
  const device = door.deviceOf(request);
  const { address } = device;
  visit.learn({ address });
  const refusal = { event: "sign_in_refused", at: door.now(), device, requestId } as const;
  await door.limit.spend(email, address).catch((error: unknown) => {
    noteRefusal(store, refusal);
    throw error;
  });
  const { accountId, isRight } = await tryPassword(await accountsOf(store), email, password);
  visit.learn({ accountId });
  const person = accountId !== undefined && isRight ? await callerOfUser(store, accountId) : null;
  if (!person) {
    noteRefusal(store, { ...refusal, accountId });
    throw new AppError("unauthenticated", "E-mail and password do not match. Check both.");
  }
  await door.limit.forgive(email, address);
  return person;
}

interface Newcomer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Begins a session of its own: a token that the browser had before never becomes valid. */
async function welcome(
  { door, request, requestId, store }: Visit,
  { id, name, email }: Newcomer,
  besides: JsonObject = {},
): Promise<ApiResponse> {
  const former = hashesOf(await door.sessionsIn(request));
  const secret = await door.secret();
  const [device, at] = [door.deviceOf(request), door.now()];
  const failed = await door.limit.failuresBefore(email);
  const token = await store.write(async (writer) => {
    const accounts = await accountsWithin(writer);
    if (former.length > 0) await accounts.deleteSessions(former);
    await rememberAddress(writer, secret, accountHash(secret, email), device.address);
    if (failed) {
      await addNotice(writer, id, { at: at.toISOString(), event: "failed_sign_ins", ...failed });
    }
    await noteAccess(writer, { event: "sign_in", at, accountId: id, device, requestId });
    return startSession(accounts, secret, id, device, at);
  });
  forgetSessions(store);
  await noteFirstSignIn(store, id, door.now());
  return jsonReply({ user: { _id: id, name, email }, ...besides }, door.cookie.write(token));
}
