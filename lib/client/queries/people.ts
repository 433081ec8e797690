import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";

/** A link that works once, shown when it is made and never again. */
export interface OneTimeLink {
  /** A path of this server, or a whole address where the server knows its own. */
  readonly link: string;
  readonly expiresAt: string;
}

/** Makes a link with which a person sets a new password; the one before no longer works. */
export async function makeResetLink(userId: string): Promise<OneTimeLink> {
  return (await call<OneTimeLink>("POST", `/api/user/${userId}/reset-link`)).data;
}

/** Keeps a person out at once, or lets them in again. */
export async function setDisabled(userId: string, isDisabled: boolean): Promise<void> {
  await call("POST", `/api/user/${userId}/${isDisabled ? "disable" : "enable"}`);
}

/** Signs a person out everywhere. */
export async function endSessionsOf(userId: string): Promise<void> {
  await call("POST", `/api/user/${userId}/end-sessions`);
}

/** Someone who may do everything in every project. */
export interface DeploymentOwner {
  readonly _id: string;
  readonly name: string;
  readonly email: string;
  readonly isDisabled: boolean;
}

/** Who owns the whole deployment, as far as the people of a project may know. */
export function deploymentOwnersQuery(projectId: string) {
  return queryOptions({
    queryKey: ["records", "deployment-owners", projectId] as const,
    queryFn: async ({ signal }) => {
      const path = `/api/deployment-owner?projectId=${projectId}`;
      return (await call<{ data: readonly DeploymentOwner[] }>("GET", path, { signal })).data.data;
    },
  });
}

/** When each person of a project last used the console, by id; for those who look after its people. */
export function lastSeenQuery(projectId: string) {
  return queryOptions({
    queryKey: ["last-seen", projectId] as const,
    queryFn: async ({ signal }) => {
      const path = `/api/last-seen?projectId=${projectId}`;
      return (await call<{ data: Record<string, string> }>("GET", path, { signal })).data.data;
    },
  });
}
