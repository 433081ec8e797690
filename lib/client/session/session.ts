import { queryOptions } from "@tanstack/react-query";
import { forgetPeople } from "@/lib/client/device/device";
import { clearDrafts } from "@/lib/client/device/drafts";
import { call, confirmPath } from "@/lib/client/http/api";
import { ApiProblem } from "@/lib/client/http/problem";
import type { Me } from "./me";

/** One browser that a person is signed in with. */
export interface OwnSession {
  readonly _id: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
  readonly address: string;
  readonly userAgent: string;
  /** The one this page is shown in. */
  readonly isThis: boolean;
}

/** A link that leads nowhere any more, and what to do about it. */
interface ClosedLink {
  readonly isOpen: false;
  readonly reason: string;
}

/** What an invitation says to whom it was sent. */
export interface Invited {
  readonly isOpen: true;
  readonly email: string;
  readonly name: string | null;
  readonly projectName: string;
  readonly expiresAt: string;
  /** The link does not join them: they sign in and answer on their account page. */
  readonly hasAccount: boolean;
}

interface Reset {
  readonly isOpen: true;
  readonly email: string;
}

/** Who just came in. */
interface Welcome {
  readonly user: { readonly _id: string };
}

/** Signs in, forgets what this device kept of others, and answers the person's id. Rejects with an `ApiProblem`: 401 for a wrong pair, 429 after too many attempts. */
export async function signIn(email: string, password: string): Promise<string> {
  const body = { email, password };
  const { data } = await call<Welcome>("POST", "/api/auth/sign-in/email", { body });
  forgetPeople(data.user._id);
  return data.user._id;
}

/** Ends this session and forgets what this tab kept. */
export async function signOut(): Promise<void> {
  await call("POST", "/api/auth/sign-out");
  clearDrafts();
}

/**
 * Where someone goes who just signed in: their first project, else where it is said that they have none. Rejects when
 * the browser did not keep the session's cookie.
 */
export async function landingPath(): Promise<string> {
  const { data } = await call<{ me: Me | null }>("GET", "/api/auth/get-session");
  if (!data.me) throw new ApiProblem(401, { code: "unauthenticated", detail: cookieNotKept });
  const [first] = data.me.projects;
  return first ? `/p/${first.slug}` : "/p";
}

const cookieNotKept =
  "That was right, but your browser did not keep the session's cookie, so you are not signed in. Allow cookies for this site and try again. If this server has an https address, open it there.";

/** Whose password a link sets, if it is still open. */
export function resetQuery(token: string) {
  return queryOptions({
    queryKey: ["reset", token] as const,
    queryFn: async () => {
      const body = { token };
      return (await call<Reset | ClosedLink>("POST", "/api/auth/reset/look-up", { body })).data;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What the invitation of a link offers, if it is still open. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ["invitation", token] as const,
    queryFn: async () =>
      (await call<Invited | ClosedLink>("POST", "/api/invitation/look-up", { body: { token } }))
        .data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Accepts an invitation with a new account, signs in, and answers the project's name in addresses. */
export async function acceptInvitation(
  token: string,
  accepted: { readonly password: string; readonly name: string },
): Promise<string> {
  const body = { token, ...accepted };
  const path = "/api/invitation/accept";
  const reply = await call<Welcome & { slug: string }>("POST", path, { body });
  forgetPeople(reply.data.user._id);
  return reply.data.slug;
}

/** Sets a new password by a link. */
export async function resetPassword(token: string, password: string): Promise<void> {
  await call("POST", "/api/auth/reset", { body: { token, password } });
}

/** Changes one's own name. */
export async function renameMe(name: string): Promise<void> {
  await call("POST", "/api/me", { body: { data: { name } } });
}

/** Changes one's own password, which ends all other sessions. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  const body = { currentPassword, newPassword };
  await call("POST", "/api/auth/change-password", { body });
}

/** Confirms this session for ten minutes. Rejects with an `ApiProblem`: 400 for a wrong password, 429 after too many. */
export async function confirmPassword(password: string): Promise<void> {
  await call("POST", confirmPath, { body: { password } });
}

/** One's own sessions, the one used last first. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"] as const,
  queryFn: async ({ signal }) => {
    const reply = await call<{ data: OwnSession[] }>("GET", "/api/auth/sessions", { signal });
    return reply.data.data;
  },
});

/** Ends one of one's own sessions. */
export async function endSession(id: string): Promise<void> {
  await call("DELETE", `/api/auth/sessions/${id}`);
}

/** Ends all of one's sessions but this. */
export async function endOtherSessions(): Promise<void> {
  await call("POST", "/api/auth/end-other-sessions");
}
