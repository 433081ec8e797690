import { queryOptions } from "@tanstack/react-query";
import { call } from "./api";
import { clearDrafts } from "./drafts";
import type { Me } from "./me";

/** A person as signing in answers them. */
export interface Person {
  readonly _id: string;
  readonly name: string;
  readonly email: string;
}

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

/** What an invitation says to whom it was sent. */
export interface Invited {
  readonly email: string;
  readonly name: string | null;
  readonly projectName: string;
  readonly expiresAt: string;
  /** They accept with the password they have. */
  readonly hasAccount: boolean;
}

/** Signs in. Rejects with an `ApiProblem`: 401 for a wrong pair, 429 after too many attempts. */
export async function signIn(email: string, password: string): Promise<Person> {
  return given(await call("POST", "/api/auth/sign-in/email", { body: { email, password } }));
}

/** Ends this session and forgets what this tab kept. */
export async function signOut(): Promise<void> {
  await call("POST", "/api/auth/sign-out");
  clearDrafts();
}

/** Where someone goes who just signed in: their first project, else their account. */
export async function firstPlace(): Promise<string> {
  const { data } = await call<Me>("GET", "/api/me");
  const [first] = data.projects;
  return first ? `/p/${first.slug}` : "/account";
}

/** What the invitation of a link offers; 404 when it is no longer open. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ["invitation", token] as const,
    queryFn: async () =>
      (await call<Invited>("POST", "/api/invitation/look-up", { body: { token } })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Accepts an invitation and signs in; `name` is for who has no account yet. */
export async function acceptInvitation(
  token: string,
  accepted: { readonly password: string; readonly name?: string },
): Promise<Person> {
  return given(await call("POST", "/api/invitation/accept", { body: { token, ...accepted } }));
}

/** Sets a new password by a link; answers the e-mail to sign in with. */
export async function resetPassword(token: string, password: string): Promise<string> {
  const body = { token, password };
  return (await call<{ email: string }>("POST", "/api/auth/reset", { body })).data.email;
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

function given({ data }: { readonly data: { readonly user: Person } }): Person {
  return data.user;
}
