import { queryOptions } from "@tanstack/react-query";
import { request } from "@/lib/client/http/request";
import type { OneTimeLink } from "@/lib/contract/people";

/** Creates a link that sets a user's new password. The previous link stops working. */
export function makeResetLink(id: string): Promise<OneTimeLink> {
  return request("POST /api/user/:id/reset-link", { id });
}

/** Disables or enables a user's account at once. */
export async function setDisabled(id: string, isDisabled: boolean): Promise<void> {
  await request(isDisabled ? "POST /api/user/:id/disable" : "POST /api/user/:id/enable", { id });
}

/** Ends all sessions of a user. */
export async function endSessionsOf(id: string): Promise<void> {
  await request("POST /api/user/:id/end-sessions", { id });
}

/** Query of the deployment owners, as far as members of the project may see them. */
export function deploymentOwnersQuery(projectId: string) {
  return queryOptions({
    queryKey: ["records", "deployment-owners", projectId] as const,
    queryFn: async ({ signal }) =>
      (await request("GET /api/deployment-owner", { query: { projectId }, signal })).data,
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
