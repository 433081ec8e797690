import { queryOptions } from "@tanstack/react-query";
import { request } from "@/lib/client/http/request";

/** Query of the deployment owners, as far as members of the project may see them. */
export function deploymentOwnersQuery(projectId: string) {
  return queryOptions({
    queryKey: ["records", "deployment-owners", projectId] as const,
    queryFn: async ({ signal }) =>
      (await request("GET /api/deployment-owner", { query: { projectId }, signal })).data,
    meta: { followsChanges: true },
  });
}

/**
 * Query of the time of each member's last use of the console, by user id. For callers who manage
 * members.
 */
export function lastSeenQuery(projectId: string) {
  return queryOptions({
    queryKey: ["last-seen", projectId] as const,
    queryFn: async ({ signal }) =>
      (await request("GET /api/last-seen", { query: { projectId }, signal })).data,
  });
}

/** Query of the current user's pending membership requests, newest first. */
export const membershipRequestsQuery = queryOptions({
  queryKey: ["membership-requests"] as const,
  queryFn: async ({ signal }) => (await request("GET /api/membership-request", { signal })).data,
});

/**
 * Query of the origins of the accounts of a project's members, by user id. For callers who manage
 * members.
 */
export function accountOriginsQuery(projectId: string) {
  return queryOptions({
    queryKey: ["records", "account-origins", projectId] as const,
    queryFn: async ({ signal }) =>
      (await request("GET /api/account-origin", { query: { projectId }, signal })).data,
    meta: { followsChanges: true },
  });
}

/** Query of the working keys and open invitations that a user created, in one project or in all. */
export function issuedAccessQuery(id: string, projectId: string | undefined) {
  return queryOptions({
    queryKey: ["records", "issued-access", id, projectId] as const,
    queryFn: ({ signal }) =>
      request("GET /api/user/:id/issued-access", { id, query: { projectId }, signal }),
    meta: { followsChanges: true },
  });
}

/** Query of the working keys of a project whose creators are disabled or no longer members. */
export function orphanedKeysQuery(projectId: string) {
  return queryOptions({
    queryKey: ["records", "orphaned-keys", projectId] as const,
    queryFn: async ({ signal }) =>
      (await request("GET /api/orphaned-key", { query: { projectId }, signal })).data,
    meta: { followsChanges: true },
  });
}
