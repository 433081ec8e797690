import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";
import type { AccountOrigin } from "@/lib/schema/account/account-origin";
import type { MembershipRequest } from "@/lib/schema/account/membership-request";

/** Query of the current user's pending membership requests, newest first. */
export const membershipRequestsQuery = queryOptions({
  queryKey: ["membership-requests"] as const,
  queryFn: async ({ signal }) => {
    const path = "/api/membership-request";
    return (await call<{ data: readonly MembershipRequest[] }>("GET", path, { signal })).data.data;
  },
});

/** Joins a project and returns its slug. Rejects with 409 if the request is no longer open. */
export async function acceptRequest(id: string): Promise<string> {
  const path = `/api/membership-request/${id}/accept`;
  return (await call<{ slug: string }>("POST", path)).data.slug;
}

/** Declines a membership request. */
export async function declineRequest(id: string): Promise<void> {
  await call("POST", `/api/membership-request/${id}/decline`);
}

/**
 * Query of the origins of the accounts of a project's members, by user id. For callers who manage
 * members.
 */
export function accountOriginsQuery(projectId: string) {
  return queryOptions({
    queryKey: ["records", "account-origins", projectId] as const,
    queryFn: async ({ signal }) => {
      const path = `/api/account-origin?projectId=${projectId}`;
      const reply = await call<{ data: Record<string, AccountOrigin> }>("GET", path, { signal });
      return reply.data.data;
    },
  });
}

/** A key that a user created. */
export interface IssuedKey {
  readonly _id: string;
  readonly name: string;
  readonly prefix: string | null;
}

/** Query of the working keys and open invitations that a user created, in one project or in all. */
export function issuedAccessQuery(userId: string, projectId: string | undefined) {
  return queryOptions({
    queryKey: ["records", "issued-access", userId, projectId] as const,
    queryFn: async ({ signal }) => {
      const query = projectId === undefined ? "" : `?projectId=${projectId}`;
      const path = `/api/user/${userId}/issued-access${query}`;
      type Issued = { keys: readonly IssuedKey[]; invitations: readonly object[] };
      return (await call<Issued>("GET", path, { signal })).data;
    },
  });
}

/** A working key whose creator left. */
export interface OrphanedKey {
  readonly _id: string;
  readonly createdBy: { readonly name: string };
  readonly reason: "disabled" | "removed";
}

/** Query of the working keys of a project whose creators are disabled or no longer members. */
export function orphanedKeysQuery(projectId: string) {
  return queryOptions({
    queryKey: ["records", "orphaned-keys", projectId] as const,
    queryFn: async ({ signal }) => {
      const path = `/api/orphaned-key?projectId=${projectId}`;
      return (await call<{ data: readonly OrphanedKey[] }>("GET", path, { signal })).data.data;
    },
  });
}
