import { isPasswordOf } from "@/lib/auth/passwords/password";
import { confirmSession, startSession } from "@/lib/auth/sessions/session";
import { invalid } from "@/lib/errors";
import type { AccountRequest } from "@/lib/http/guard/public-request";
import { readProject } from "@/lib/http/message/inputs/service-inputs";
import { stringFields } from "@/lib/http/message/inputs/string-fields";
import type { ApiResponse } from "@/lib/http/message/request-response";
import { jsonReply } from "@/lib/http/message/respond";
import type { AccountOperation } from "@/lib/http/routing/route-table";
import { endSessionsOf, setDisabled } from "@/lib/operations/people/account-access";
import { accountOrigins } from "@/lib/operations/people/account-origins";
import { deploymentOwnersFor } from "@/lib/operations/people/deployment-owners";
import {
  acceptRequest,
  declineRequest,
  membershipRequests,
} from "@/lib/operations/people/invitations/membership-requests";
import { issuedAccess, orphanedKeys } from "@/lib/operations/people/issued-access";
import { lastSeen } from "@/lib/operations/people/last-seen";
import { renameMe as giveName } from "@/lib/operations/people/me";
import { changePassword as setPassword } from "@/lib/operations/people/passwords/change-password";
import { noteWrongPassword } from "@/lib/operations/people/passwords/note-wrong-password";
import { makeResetLink as makeLink } from "@/lib/operations/people/passwords/reset-link";
import { isJsonObject } from "@/lib/schema/json";
import { faultAt } from "@/lib/schema/pointer";
import { endOtherSessions, endSession, listSessions } from "./account-sessions";
import { describeCurrentUser } from "./current-user";
import { requireSession } from "./require-session";

/** Routes that are not about records: the caller, their sessions, and other users. */
export const accountRoutes: Readonly<
  Record<AccountOperation, (publicRequest: AccountRequest) => Promise<ApiResponse>>
> = {
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

async function whatWasIssued({ context, request, id }: AccountRequest): Promise<ApiResponse> {
  const query = new URLSearchParams(request.query);
  const projectId = query.has("projectId") ? readProject(query) : undefined;
  return jsonReply(await issuedAccess(context, id, projectId));
}

async function getMe({ context, store, deployment }: AccountRequest): Promise<ApiResponse> {
  return jsonReply(await describeCurrentUser(context.caller, store, deployment));
}

async function renameMe(publicRequest: AccountRequest): Promise<ApiResponse> {
  const { data } = await publicRequest.body();
  if (!isJsonObject(data)) {
    throw invalid([faultAt(["data"], "data", 'must be an object such as {"name": "Mia"}')]);
  }
  await giveName(publicRequest.context, stringFields(data, ["name"]).name);
  return jsonReply({});
}

/** Changes the password. Guessing the current one in an open session is limited like sign-in. */
async function changePassword(publicRequest: AccountRequest): Promise<ApiResponse> {
  const { sessionService, request, store } = publicRequest;
  const signedIn = requireSession(publicRequest);
  const texts = stringFields(await publicRequest.body(), ["currentPassword", "newPassword"]);
  const device = sessionService.deviceOf(request);
  await spendGuess(publicRequest, signedIn.email, device.address);
  const onRight = () => sessionService.limit.forgive(signedIn.email, device.address);
  await setPassword(publicRequest.context, signedIn, { ...texts, onRight });
  const { id } = signedIn.caller;
  const [secret, now] = [await sessionService.secret(), sessionService.now()];
  const token = await store.write((writer) => startSession(writer, secret, id, device, now));
  return jsonReply({}, sessionService.cookie.write(token));
}

/** Confirms the session by password, for a limited time. A wrong password counts as a guess. */
async function confirm(publicRequest: AccountRequest): Promise<ApiResponse> {
  const { context, sessionService, request, store } = publicRequest;
  const { caller, session, email } = requireSession(publicRequest);
  const { password } = stringFields(await publicRequest.body(), ["password"]);
  const { address } = sessionService.deviceOf(request);
  await spendGuess(publicRequest, email, address);
  if (!(await isPasswordOf(store.reader, caller.id, password))) {
    noteWrongPassword(context);
    throw invalid([faultAt(["password"], "password", "is wrong: check it and try again")]);
  }
  await sessionService.limit.forgive(email, address);
  const confirmedUntil = await confirmSession(store, session, sessionService.now());
  return jsonReply({ confirmedUntil });
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

async function whenLastSeen({ context, request }: AccountRequest): Promise<ApiResponse> {
  const projectId = readProject(new URLSearchParams(request.query));
  return jsonReply({ data: await lastSeen(context, projectId) });
}

async function whoOwnsAll({ context, request }: AccountRequest): Promise<ApiResponse> {
  const projectId = readProject(new URLSearchParams(request.query));
  return jsonReply({ data: await deploymentOwnersFor(context, projectId) });
}
