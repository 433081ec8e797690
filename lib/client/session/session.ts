import { queryOptions } from "@tanstack/react-query";
import { forgetPeople } from "@/lib/client/device/device";
import { clearDrafts } from "@/lib/client/device/drafts";
import { call, confirmPath } from "@/lib/client/http/api";
import { ApiProblem } from "@/lib/client/http/problem";
import type { Me } from "./me";

/** A session of the current user in one browser. */
export interface OwnSession {
  readonly _id: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
  readonly address: string;
  readonly userAgent: string;
  /** The session of this page. */
  readonly isThis: boolean;
}

/** A link that no longer works, and the remedy. */
interface ClosedLink {
  readonly isOpen: false;
  readonly reason: string;
}

/** Content of an invitation for the invited user. */
export interface Invited {
  readonly isOpen: true;
  readonly email: string;
  readonly name: string | null;
  readonly projectName: string;
  readonly expiresAt: string;
  /** Such a user cannot join by link, but signs in and accepts on the account page. */
  readonly hasAccount: boolean;
}

interface Reset {
  readonly isOpen: true;
  readonly email: string;
}

/** The user who just signed in. */
interface Welcome {
  readonly user: { readonly _id: string };
}

/**
 * Signs in, deletes what this device stored for other users, and returns the user's id. Rejects
 * with an `ApiProblem`: 401 for a wrong e-mail or password, 429 after too many attempts.
 */
export async function signIn(email: string, password: string): Promise<string> {
  const body = { email, password };
  const { data } = await call<Welcome>("POST", "/api/auth/sign-in/email", { body });
  forgetPeople(data.user._id);
  return data.user._id;
}

/** Ends this session and deletes the drafts of this tab. */
export async function signOut(): Promise<void> {
  await call("POST", "/api/auth/sign-out");
  clearDrafts();
}

/**
 * Returns the landing page after sign-in: the first project, or the page for users without one.
 * Rejects if the browser did not store the session cookie.
 */
export async function landingPath(): Promise<string> {
  const { data } = await call<{ me: Me | null }>("GET", "/api/auth/get-session");
  if (!data.me) throw new ApiProblem(401, { code: "unauthenticated", detail: cookieNotKept });
  const [first] = data.me.projects;
  return first ? `/p/${first.slug}` : "/p";
}

const cookieNotKept =
  "Your password is correct, but your browser did not keep the session cookie, so you are not signed in. Allow cookies for this site and try again. If this server has an https address, open it there.";

/** Query of the account whose password a link resets, or why the link is closed. */
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

/** Query of the invitation of a link, or why it is closed. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ["invitation", token] as const,
    queryFn: async () =>
      (await call<Invited | ClosedLink>("POST", "/api/invitation/look-up", { body: { token } }))
        .data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Accepts an invitation with a new account, signs in, and returns the project's slug. */
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

/** Sets a new password with a one-use link. */
export async function resetPassword(token: string, password: string): Promise<void> {
  await call("POST", "/api/auth/reset", { body: { token, password } });
}

/** Changes the current user's name. */
export async function renameMe(name: string): Promise<void> {
  await call("POST", "/api/me", { body: { data: { name } } });
}

/** Changes the current user's password and ends all their other sessions. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  const body = { currentPassword, newPassword };
  await call("POST", "/api/auth/change-password", { body });
}

/**
 * Confirms this session for 10 minutes. Rejects with an `ApiProblem`: 400 for a wrong password, 429
 * after too many attempts.
 */
export async function confirmPassword(password: string): Promise<void> {
  await call("POST", confirmPath, { body: { password } });
}

/** Query of the current user's sessions, last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"] as const,
  queryFn: async ({ signal }) => {
    const reply = await call<{ data: OwnSession[] }>("GET", "/api/auth/sessions", { signal });
    return reply.data.data;
  },
});

/** Ends one of the current user's sessions. */
export async function endSession(id: string): Promise<void> {
  await call("DELETE", `/api/auth/sessions/${id}`);
}

/** Ends all of the current user's sessions but this one. */
export async function endOtherSessions(): Promise<void> {
  await call("POST", "/api/auth/end-other-sessions");
}
