import type * as membershipFamily from "@/lib/contract/memberships";
import type * as peopleFamily from "@/lib/contract/people";
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
import { makeResetLink } from "@/lib/operations/people/passwords/reset-link";
import type { Handlers } from "./endpoint-request";

/** Handlers of the accounts of other users, and of joining projects. */
export const peopleRoutes: Handlers<typeof peopleFamily & typeof membershipFamily> = {
  lastSeen: async ({ context, query }) => ({ data: await lastSeen(context, query.projectId) }),
  deploymentOwners: async ({ context, query }) => ({
    data: await deploymentOwnersFor(context, query.projectId),
  }),
  makeResetLink: ({ context, id }) => makeResetLink(context, id),
  disablePerson: ({ context, id }) => done(setDisabled(context, id, true)),
  enablePerson: ({ context, id }) => done(setDisabled(context, id, false)),
  endPersonSessions: ({ context, id }) => done(endSessionsOf(context, id)),
  membershipRequests: async ({ context }) => counted(await membershipRequests(context)),
  acceptRequest: ({ context, id }) => acceptRequest(context, id),
  declineRequest: ({ context, id }) => done(declineRequest(context, id)),
  issuedAccess: ({ context, id, query }) => issuedAccess(context, id, query.projectId),
  orphanedKeys: async ({ context, query }) => counted(await orphanedKeys(context, query.projectId)),
  accountOrigins: async ({ context, query }) => ({
    data: await accountOrigins(context, query.projectId),
  }),
};

async function done(work: Promise<void>): Promise<Record<never, never>> {
  await work;
  return {};
}

function counted<Item>(data: readonly Item[]) {
  return { count: data.length, data };
}
