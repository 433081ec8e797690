import { queryOptions } from "@tanstack/react-query";
import { forgetPeople } from "@/lib/client/device/device";
import { clearDrafts } from "@/lib/client/device/drafts";
import { ApiProblem } from "@/lib/client/http/problem";
import { request } from "@/lib/client/http/request";
import { userChannel } from "@/lib/client/live/live-message";

/**
 * Signs in, deletes what this device stored for other users, and returns the user's id. Rejects
 * with an `ApiProblem`: 401 for a wrong e-mail or password, 429 after too many attempts.
 */
export async function signIn(email: string, password: string): Promise<string> {
  const { user } = await request("POST /api/auth/sign-in/email", { body: { email, password } });
  tellSignedIn(user._id);
  forgetPeople(user._id);
  return user._id;
}

let isEnded = false;

/** Returns true after `signOut`, until the next page is loaded. */
export function hasSignedOut(): boolean {
  return isEnded;
}

/** Ends this session and deletes the drafts of this tab. */
export async function signOut(): Promise<void> {
  await request("POST /api/auth/sign-out", {});
  isEnded = true;
  tellSignedIn("");
  clearDrafts();
}

/** Accepts an invitation of a user with an account, and returns the project's slug. */
export async function acceptMembership(id: string, user: string): Promise<string> {
  const { slug } = await request("POST /api/membership-request/:id/accept", { id });
  tellSignedIn(user);
  return slug;
}

/**
 * Ends the streams of events of all other users in this browser. The other tabs of the user read
 * their data again.
 */
function tellSignedIn(user: string): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(userChannel);
  channel.postMessage(user);
  channel.close();
}

/**
 * Returns the landing page after sign-in: the first project, or the page for users without one.
 * Rejects if the browser did not store the session cookie.
 */
export async function landingPath(): Promise<string> {
  const { me } = await request("GET /api/auth/get-session", {});
  if (!me) throw new ApiProblem(401, { code: "unauthenticated", detail: cookieNotKept });
  const [first] = me.projects;
  return first ? `/p/${first.slug}` : "/p";
}

const cookieNotKept =
  "Your password is correct, but your browser did not keep the session cookie, so you are not signed in. Allow cookies for this site and try again. If this server has an https address, open it there.";

/** Query of the account whose password a link resets, or why the link is closed. */
export function resetQuery(token: string) {
  return queryOptions({
    queryKey: ["reset", token] as const,
    queryFn: () => request("POST /api/auth/reset/look-up", { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Query of the invitation of a link, or why it is closed. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ["invitation", token] as const,
    queryFn: () => request("POST /api/invitation/look-up", { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Accepts an invitation with a new account, signs in, and returns the project's slug. */
export async function acceptInvitation(
  token: string,
  accepted: { readonly password: string; readonly name: string },
): Promise<string> {
  const body = { token, ...accepted };
  const { user, slug } = await request("POST /api/invitation/accept", { body });
  forgetPeople(user._id);
  return slug;
}

/** Query of the current user's sessions, last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"] as const,
  queryFn: async ({ signal }) => (await request("GET /api/auth/sessions", { signal })).data,
});
