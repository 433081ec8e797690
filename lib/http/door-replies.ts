import { accountsOf } from "@/lib/auth/accounts";
import { personWith } from "@/lib/auth/password";
import { callerOfUser, forgetSessions } from "@/lib/auth/session-caller";
import { hashToken, startSession } from "@/lib/auth/sessions";
import { AppError } from "@/lib/errors";
import { acceptInvitation, lookUpInvitation } from "@/lib/operations/people/accept-invitation";
import { lookUpReset, resetPassword } from "@/lib/operations/people/reset-link";
import type { JsonObject } from "@/lib/schema/json";
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

/** Answers the same, and as late, whether the person is unknown, disabled or mistyped the password. */
async function signIn(visit: Visit): Promise<ApiResponse> {
  const { door, request, store } = visit;
  refuseOtherPages(request, door.publicUrl);
  const { email, password } = textsOf(visit.body(), ["email", "password"]);
  const id = await checkPassword(visit, email, password);
  const person = id === undefined ? undefined : await callerOfUser(store, id);
  if (!person) throw wrongPassword();
  await door.limit.forgive(email, door.deviceOf(request).address);
  const { caller, email: known } = person;
  return welcome(visit, { id: caller.id, name: caller.name, email: known });
}

async function signOut({ door, request, store }: Visit): Promise<ApiResponse> {
  requireOwnPage(request, { isSafe: false }, door.publicUrl);
  const token = door.cookie.read(request.headers);
  if (token !== undefined) {
    const accounts = await accountsOf(store);
    await accounts.deleteSession(hashToken(await door.secret(), token));
    forgetSessions(store);
  }
  return jsonReply({}, door.cookie.write(undefined));
}

/** Who is signed in, if anyone, and what they may do: for pages that must not fail when nobody is. */
async function getSession({ door, request, store, deployment }: Visit): Promise<ApiResponse> {
  const signedIn = await door.signedInBy(request);
  if (!signedIn) return jsonReply({ session: null, user: null, me: null });
  requireOwnPage(request, { isSafe: true }, door.publicUrl);
  const { session, caller, email } = signedIn;
  const { id, createdAt, expiresAt } = session;
  return jsonReply({
    session: { _id: id, createdAt, expiresAt },
    user: { _id: caller.id, name: caller.name, email },
    me: await meOf(caller, store, deployment),
  });
}

/** Guessing links is held back as guessing passwords is. */
async function resetLookUp(visit: Visit): Promise<ApiResponse> {
  const { door, request, store } = visit;
  refuseOtherPages(request, door.publicUrl);
  const { token } = textsOf(visit.body(), ["token"]);
  const { address } = door.deviceOf(request);
  const [person = ""] = token.split(".");
  const account = `reset:${person}`;
  await door.limit.spend(account, address);
  const found = await lookUpReset(store, token, door.now());
  if (found.isOpen) await door.limit.forgive(account, address);
  return jsonReply({ ...found });
}

async function reset(visit: Visit): Promise<ApiResponse> {
  const { door, request, store } = visit;
  refuseOtherPages(request, door.publicUrl);
  const { token, password } = textsOf(visit.body(), ["token", "password"]);
  const { email } = await resetPassword(store, { token, password, now: door.now() });
  return jsonReply({ email }, door.cookie.write(undefined));
}

async function lookUp(visit: Visit): Promise<ApiResponse> {
  const { door, request, store } = visit;
  refuseOtherPages(request, door.publicUrl);
  const { token } = textsOf(visit.body(), ["token"]);
  return jsonReply({ ...(await lookUpInvitation(store, token, door.now())) });
}

async function accept(visit: Visit): Promise<ApiResponse> {
  const { door, request, store, requestId } = visit;
  refuseOtherPages(request, door.publicUrl);
  const { token, password, name } = textsOf(visit.body(), ["token", "password"], ["name"]);
  const made = await acceptInvitation(store, {
    ...{ token, password, requestId, now: door.now },
    ...(name !== undefined && { name }),
    isPasswordOf: async (email) => {
      const id = await checkPassword(visit, email, password);
      if (id === undefined || !(await callerOfUser(store, id))) throw wrongPassword();
      await door.limit.forgive(email, door.deviceOf(request).address);
    },
  });
  return welcome(visit, made, { projectId: made.projectId });
}

async function checkPassword(
  { door, request, store }: Visit,
  email: string,
  password: string,
): Promise<string | undefined> {
  await door.limit.spend(email, door.deviceOf(request).address);
  return personWith(await accountsOf(store), email, password);
}

interface Newcomer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Begins a session of its own: a token that the browser had before never becomes valid. */
async function welcome(
  { door, request, store }: Visit,
  { id, name, email }: Newcomer,
  besides: JsonObject = {},
): Promise<ApiResponse> {
  const accounts = await accountsOf(store);
  const former = door.cookie.read(request.headers);
  const secret = await door.secret();
  if (former !== undefined) await accounts.deleteSession(hashToken(secret, former));
  const token = await startSession(accounts, secret, id, door.deviceOf(request), door.now());
  forgetSessions(store);
  return jsonReply({ user: { _id: id, name, email }, ...besides }, door.cookie.write(token));
}

function wrongPassword(): AppError {
  return new AppError("unauthenticated", "E-mail and password do not match. Check both.");
}
