import { accountsOf } from "@/lib/auth/accounts";
import { forgetSessions, type SignedIn } from "@/lib/auth/session-caller";
import { sessionsOf, startSession } from "@/lib/auth/sessions";
import { AppError, invalid } from "@/lib/errors";
import { endSessionsOf, setDisabled } from "@/lib/operations/people/access";
import { changePassword as setPassword } from "@/lib/operations/people/change-password";
import { lastSeen } from "@/lib/operations/people/last-seen";
import { renameMe as giveName } from "@/lib/operations/people/me";
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
    listSessions,
    endSession,
    endOtherSessions,
    lastSeen: whenLastSeen,
    deploymentOwners: whoOwnsAll,
    makeResetLink: async ({ context, id }) => jsonReply(await makeLink(context, id)),
    disablePerson: ({ context, id }) => done(setDisabled(context, id, true)),
    enablePerson: ({ context, id }) => done(setDisabled(context, id, false)),
    endPersonSessions: ({ context, id }) => done(endSessionsOf(context, id)),
  };

async function done(work: Promise<void>): Promise<ApiResponse> {
  await work;
  return jsonReply({});
}

async function getMe({ context, store, deployment }: OwnVisit): Promise<ApiResponse> {
  return jsonReply(await meOf(context.caller, store, deployment));
}

async function renameMe(visit: OwnVisit): Promise<ApiResponse> {
  const { data } = visit.body();
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
  const texts = textsOf(visit.body(), ["currentPassword", "newPassword"]);
  const device = door.deviceOf(request);
  await door.limit.spend(signedIn.email, device.address);
  await setPassword(store, signedIn, texts);
  await door.limit.forgive(signedIn.email, device.address);
  const accounts = await accountsOf(store);
  const { id } = signedIn.caller;
  const token = await startSession(accounts, await door.secret(), id, device, door.now());
  return jsonReply({}, door.cookie.write(token));
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
  const accounts = await accountsOf(visit.store);
  const all = await sessionsOf(accounts, caller.id, visit.door.now());
  const ending = all.find(({ id }) => id === visit.id);
  if (!ending) throw new AppError("not_found", "You have no such session. It may have ended.");
  await accounts.deleteSession(ending.tokenHash);
  forgetSessions(visit.store);
  return jsonReply({});
}

async function endOtherSessions(visit: OwnVisit): Promise<ApiResponse> {
  const { caller, session } = required(visit);
  const accounts = await accountsOf(visit.store);
  const all = await sessionsOf(accounts, caller.id, visit.door.now());
  const others = all.filter(({ id }) => id !== session.id).map(({ tokenHash }) => tokenHash);
  if (others.length > 0) await accounts.deleteSessions(others);
  forgetSessions(visit.store);
  return jsonReply({ count: others.length });
}

function required({ signedIn }: OwnVisit): SignedIn {
  if (signedIn) return signedIn;
  throw new AppError("forbidden", "A key has neither sessions nor a password. Sign in instead.");
}
