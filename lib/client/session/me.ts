import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";
import { ApiProblem } from "@/lib/client/http/problem";
import type { Notice } from "@/lib/schema/account/notice";
import type { Right } from "@/lib/schema/resource";

/** A project and this person's place in it. */
export interface MyProject {
  readonly _id: string;
  readonly name: string;
  readonly slug: string;
  readonly createdAt: string;
  /** Roles and permission titles held there. */
  readonly permissions: readonly string[];
  /** What these allow, by the path of each resource. */
  readonly rights: Readonly<Record<string, readonly Right[]>>;
}

/** Who is signed in, what they may do, and what they are signed in to. */
export interface Me {
  readonly _id: string;
  readonly name: string;
  readonly email: string | null;
  readonly isDeploymentOwner: boolean;
  readonly projects: readonly MyProject[];
  readonly database: { readonly inMemory: boolean };
  /** What happened to their account lately, the latest first. */
  readonly notices: readonly Notice[];
}

/**
 * Who is signed in; rejects with a 401 `ApiProblem` when nobody is. Asked for in a way that never fails over HTTP,
 * because browsers write failed requests to their console.
 */
export const meQuery = queryOptions({
  queryKey: ["me"] as const,
  queryFn: async ({ signal }): Promise<Me> => {
    const me = await fetchMe(signal);
    if (me) return me;
    throw new ApiProblem(401, { code: "unauthenticated", detail: "Nobody is signed in here." });
  },
  staleTime: 5 * 60_000,
});

/**
 * Reads this person's rights again, for what they refuse: when it is first shown and when its window is come back to,
 * but not within two seconds of the last time.
 */
export function useRefreshedRights(): void {
  useQuery({ ...meQuery, staleTime: 2_000, notifyOnChangeProps: [] });
}

/** Who is signed in in this browser now; null when nobody is. */
export async function fetchMe(signal?: AbortSignal): Promise<Me | null> {
  const { me, notices = [] } = (await getSession(signal)).data;
  return me && { ...me, notices };
}

/** Whether this session was confirmed by the password in the last ten minutes. */
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
