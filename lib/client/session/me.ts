import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";
import { ApiProblem } from "@/lib/client/http/problem";
import type { Notice } from "@/lib/schema/account/notice";
import type { Right } from "@/lib/schema/resource";

/** A project and the current user's membership in it. */
export interface MyProject {
  readonly _id: string;
  readonly name: string;
  readonly slug: string;
  readonly createdAt: string;
  /** Roles and permission titles held in the project. */
  readonly permissions: readonly string[];
  /** Rights that these grant, by resource path. */
  readonly rights: Readonly<Record<string, readonly Right[]>>;
}

/** The current user, their rights and their deployment. */
export interface Me {
  readonly _id: string;
  readonly name: string;
  readonly email: string | null;
  readonly isDeploymentOwner: boolean;
  readonly projects: readonly MyProject[];
  readonly database: { readonly inMemory: boolean };
  /** Recent events of the account, newest first. */
  readonly notices: readonly Notice[];
}

/**
 * Query of the current user. Rejects with a 401 `ApiProblem` without a session. The HTTP request
 * succeeds even then, because browsers log failed requests to the console.
 */
export const meQuery = queryOptions({
  queryKey: ["me"] as const,
  queryFn: async ({ signal }): Promise<Me> => {
    const me = await fetchMe(signal);
    if (me) return me;
    throw new ApiProblem(401, { code: "unauthenticated", detail: "You are not signed in." });
  },
  staleTime: 5 * 60_000,
});

/**
 * Refetches the current user's permissions on mount and on window focus, at most once in 2 s. For
 * views that show a denial.
 */
export function useRefreshedRights(): void {
  useQuery({ ...meQuery, staleTime: 2_000, notifyOnChangeProps: [] });
}

/** Returns the user signed in to this browser; null if none. */
export async function fetchMe(signal?: AbortSignal): Promise<Me | null> {
  const { me, notices = [] } = (await getSession(signal)).data;
  return me && { ...me, notices };
}

/** Returns true if the session was confirmed by password within the last 10 minutes. */
export async function isSessionConfirmed(): Promise<boolean> {
  return (await getSession()).data.session?.isConfirmed ?? false;
}

function getSession(signal?: AbortSignal) {
  return call<SessionSaid>("GET", "/api/auth/get-session", { signal });
}

interface SessionSaid {
  readonly session: { readonly isConfirmed: boolean } | null;
  readonly me: Omit<Me, "notices"> | null;
  readonly notices?: readonly Notice[];
}
