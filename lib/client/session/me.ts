import { queryOptions, useQuery } from "@tanstack/react-query";
import { claimPage } from "@/lib/client/http/page-user";
import { ApiProblem } from "@/lib/client/http/problem";
import { request } from "@/lib/client/http/request";
import { renewal } from "@/lib/client/http/session-renewal";
import type { CurrentUser } from "@/lib/contract/current-user";
import type { Notice } from "@/lib/schema/account/notice";

/** The current user, their rights and their deployment. */
export interface Me extends Omit<CurrentUser, "type" | "server"> {
  /** Recent events of the account, newest first. */
  readonly notices: readonly Notice[];
  /** Id of the session, which is no secret. Absent without one of a browser. */
  readonly sessionId?: string | undefined;
}

/**
 * Query of the current user. Rejects with a 401 `ApiProblem` without a session. The HTTP request
 * succeeds even then, because browsers log failed requests to the console. If another user has
 * signed in in this browser, the page asks its own user to sign in again, and never becomes the
 * other user's.
 */
export const meQuery = queryOptions({
  queryKey: ["me"] as const,
  queryFn: async ({ signal }): Promise<Me> => {
    let me = await fetchMe(signal);
    if (me && !claimPage(me._id) && (await renewal.ask())) me = await fetchMe(signal);
    if (me && claimPage(me._id)) return me;
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
  const { me, session, notices = [] } = await getSession(signal);
  return me && { ...me, notices, sessionId: session?._id };
}

/** Returns true if the session was confirmed by password within the last 10 minutes. */
export async function isSessionConfirmed(): Promise<boolean> {
  return (await getSession()).session?.isConfirmed ?? false;
}

function getSession(signal?: AbortSignal) {
  return request("GET /api/auth/get-session", { signal });
}
