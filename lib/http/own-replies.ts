import { accountsOf, accountsWithin } from "@/lib/auth/accounts";
import { isPasswordOf } from "@/lib/auth/password";
import { forgetSessions, type SignedIn } from "@/lib/auth/session-caller";
import { confirmSession, type Session, sessionsOf, startSession } from "@/lib/auth/sessions";
import { AppError, invalid } from "@/lib/errors";
import { noteDone } from "@/lib/operations/note-done";
import { endSessionsOf, setDisabled } from "@/lib/operations/people/access";
import { accountOrigins } from "@/lib/operations/people/account-origins";
import { changePassword as setPassword } from "@/lib/operations/people/change-password";
import { issuedAccess, orphanedKeys } from "@/lib/operations/people/issued-access";
import { lastSeen } from "@/lib/operations/people/last-seen";
import { renameMe as giveName } from "@/lib/operations/people/me";
import {
  acceptRequest,
  declineRequest,
  membershipRequests,
} from "@/lib/operations/people/membership-requests";
import { noteWrongPassword } from "@/lib/operations/people/note-wrong-password";
import { ownersOfDeployment } from "@/lib/operations/people/owners";
import { makeResetLink as makeLink } from "@/lib/operations/people/reset-link";
import { isJsonObject } from "@/lib/schema/json";
import { faultAt } from "@/lib/schema/pointer";
import type { ApiResponse } from "./exchange";
import { meOf } from "./me-of";
import { jsonReply } from "./respond";
import type { OwnOperation } from "./route-table";
import { readProject } from "./service-inputs";
import { textsOf } from "./texts-of";
import type { OwnVisit } from "./visit";

/** What is not about records: the caller, their sessions, and other people. */
export const ownReplies: Readonly<Record<OwnOperation, (visit: OwnVisit) => Promise<ApiResponse>>> =
  {
    getMe,
    renameMe,
    changePassword,
    confirm,
    listSessions,
    endSession,
    endOtherSessions,
    lastSeen: whenLastSeen,
    deploymentOwners: whoOwnsAll,
    makeResetLink: async ({ context, id }) => jsonReply(await makeLink(context, id)),
    disablePerson: ({ context, id }) => done(setDisabled(context, id, true)),
    enablePerson: ({ context, id }) => done(setDisabled(context, id, false)),
    endPersonSessions: ({ context, id }) => done(endSessionsOf(context, id)),
    membershipRequests: async ({ context }) => counted(await membershipRequests(context)),
    acceptRequest: async ({ context, id }) => jsonReply(await acceptRequest(context, id)),
    declineRequest: ({ context, id }) => done(declineRequest(context, id)),
    issuedAccess: whatWasIssued,
    orphanedKeys: async ({ context, request }) =>
      counted(await orphanedKeys(context, readProject(new URLSearchParams(request.query)))),
    accountOrigins: async ({ context, request }) =>
      jsonReply({
        data: await accountOrigins(context, readProject(new URLSearchParams(request.query))),
      }),
  };

async function done(work: Promise<void>): Promise<ApiResponse> {
  await work;
  return jsonReply({});
}

function counted(data: readonly object[]): ApiResponse {
  return jsonReply({ count: data.length, data });
}

async function whatWasIssued({ context, request, id }: OwnVisit): Promise<ApiResponse> {
  const query = new URLSearchParams(request.query);
  const projectId = query.has("projectId") ? readProject(query) : undefined;
  return jsonReply(await issuedAccess(context, id, projectId));
}

async function getMe({ context, store, deployment }: OwnVisit): Promise<ApiResponse> {
  return jsonReply(await meOf(context.caller, store, deployment));
}

async function renameMe(visit: OwnVisit): Promise<ApiResponse> {
  const { data } = await visit.body();
  if (!isJsonObject(data)) {
    throw invalid([faultAt(["data"], "data", 'must be an object such as {"name": "Mia"}')]);
  }
  await giveName(visit.context, textsOf(data, ["name"]).name);
  return jsonReply({});
}

/** Guessing the current password through a session that was left open is held back as signing in is. */
async function changePassword(visit: OwnVisit): Promise<ApiResponse> {
  const { door, request, store } = visit;
  const signedIn = required(visit);
  const texts = textsOf(await visit.body(), ["currentPassword", "newPassword"]);
  const device = door.deviceOf(request);
  await spendGuess(visit, signedIn.email, device.address);
  const onRight = () => door.limit.forgive(signedIn.email, device.address);
  await setPassword(visit.context, signedIn, { ...texts, onRight });
  const accounts = await accountsOf(store);
  const { id } = signedIn.caller;
  const token = await startSession(accounts, await door.secret(), id, device, door.now());
  return jsonReply({}, door.cookie.write(token));
}

/** Proves for a while that the session is still in the hands of its person; a wrong password counts as a guess. */
async function confirm(visit: OwnVisit): Promise<ApiResponse> {
  const { context, door, request, store } = visit;
  const { caller, session, email } = required(visit);
  const { password } = textsOf(await visit.body(), ["password"]);
  const { address } = door.deviceOf(request);
  await spendGuess(visit, email, address);
  const accounts = await accountsOf(store);
  if (!(await isPasswordOf(accounts, caller.id, password))) {
    noteWrongPassword(context);
    throw invalid([faultAt(["password"], "password", "is wrong: check it and try again")]);
  }
  await door.limit.forgive(email, address);
  const confirmedUntil = await confirmSession(accounts, session, door.now());
  forgetSessions(store);
  return jsonReply({ confirmedUntil });
}

/** Throws a 429 while guesses are held back, which is noted too. */
async function spendGuess({ context, door }: OwnVisit, email: string, address: string) {
  try {
    await door.limit.spend(email, address);
  } catch (error) {
    noteWrongPassword(context);
    throw error;
  }
}

async function listSessions(visit: OwnVisit): Promise<ApiResponse> {
  const { caller, session } = required(visit);
  const all = await sessionsOf(await accountsOf(visit.store), caller.id, visit.door.now());
  const data = all.map(({ id, createdAt, lastUsedAt, expiresAt, address, userAgent }) => ({
    ...{ _id: id, createdAt, lastUsedAt, expiresAt, address, userAgent },
    isThis: id === session.id,
  }));
  return jsonReply({ count: data.length, data });
}

async function whenLastSeen({ context, request }: OwnVisit): Promise<ApiResponse> {
  const projectId = readProject(new URLSearchParams(request.query));
  return jsonReply({ data: await lastSeen(context, projectId) });
}

async function whoOwnsAll({ context, request }: OwnVisit): Promise<ApiResponse> {
  const projectId = readProject(new URLSearchParams(request.query));
  return jsonReply({ data: await ownersOfDeployment(context, projectId) });
}

async function endSession(visit: OwnVisit): Promise<ApiResponse> {
  const { caller } = required(visit);
  const all = await sessionsOf(await accountsOf(visit.store), caller.id, visit.door.now());
  const ending = all.find(({ id }) => id === visit.id);
  if (!ending) throw new AppError("not_found", "You have no such session. It may have ended.");
  await endSessions(visit, [ending]);
  return jsonReply({});
}

async function endOtherSessions(visit: OwnVisit): Promise<ApiResponse> {
  const { caller, session } = required(visit);
  const all = await sessionsOf(await accountsOf(visit.store), caller.id, visit.door.now());
  const others = all.filter(({ id }) => id !== session.id);
  if (others.length > 0) await endSessions(visit, others);
  return jsonReply({ count: others.length });
}

async function endSessions({ context, store }: OwnVisit, ending: readonly Session[]) {
  await store.write(async (writer) => {
    const accounts = await accountsWithin(writer);
    await accounts.deleteSessions(ending.map(({ tokenHash }) => tokenHash));
    await noteDone(writer, context, { event: "session_ended", count: ending.length });
  });
  forgetSessions(store);
}

function required({ signedIn }: OwnVisit): SignedIn {
  if (signedIn) return signedIn;
  throw new AppError("forbidden", "A key has neither sessions nor a password. Sign in instead.");
}
