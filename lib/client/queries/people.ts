import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";

/** A one-use link, shown once when it is created. */
export interface OneTimeLink {
  /** Path on this server, or an absolute URL if the server knows its own address. */
  readonly link: string;
  readonly expiresAt: string;
}

/** Creates a link that sets a user's new password. The previous link stops working. */
export async function makeResetLink(userId: string): Promise<OneTimeLink> {
  return (await call<OneTimeLink>("POST", `/api/user/${userId}/reset-link`)).data;
}

/** Disables or enables a user's account at once. */
export async function setDisabled(userId: string, isDisabled: boolean): Promise<void> {
  await call("POST", `/api/user/${userId}/${isDisabled ? "disable" : "enable"}`);
}

/** Ends all sessions of a user. */
export async function endSessionsOf(userId: string): Promise<void> {
  await call("POST", `/api/user/${userId}/end-sessions`);
}

/** A user with every right in every project. */
export interface DeploymentOwner {
  readonly _id: string;
  readonly name: string;
  readonly email: string;
  readonly isDisabled: boolean;
}

/** Query of the deployment owners, as far as members of the project may see them. */
export function deploymentOwnersQuery(projectId: string) {
  return queryOptions({
    queryKey: ["records", "deployment-owners", projectId] as const,
    queryFn: async ({ signal }) => {
      const path = `/api/deployment-owner?projectId=${projectId}`;
      return (await call<{ data: readonly DeploymentOwner[] }>("GET", path, { signal })).data.data;
    },
  });
}

/**
 * Query of the time of each member's last use of the console, by user id. For callers who manage
 * members.
 */
export function lastSeenQuery(projectId: string) {
  return queryOptions({
    queryKey: ["last-seen", projectId] as const,
    queryFn: async ({ signal }) => {
      const path = `/api/last-seen?projectId=${projectId}`;
      return (await call<{ data: Record<string, string> }>("GET", path, { signal })).data.data;
    },
  });
}
