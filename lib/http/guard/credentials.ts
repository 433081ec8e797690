import type { Caller } from "@/lib/auth/grants/caller";
import { requireCurrent } from "@/lib/auth/grants/require-current";
import { callerOfKeyIn, knownCallerOfKey } from "@/lib/auth/keys/api-keys";
import { authenticate } from "@/lib/auth/keys/authenticate";
import { callerOfSessionIn, type SignedIn } from "@/lib/auth/sessions/session-caller";
import type { Route } from "@/lib/http/routing/route-table";
import { isSafe } from "@/lib/http/routing/routing";
import type { Context } from "@/lib/operations/transaction/context";
import { requireExpectedUser } from "./expected-user";
import type { PublicRequest } from "./public-request";
import { requireOwnPage } from "./same-origin";
import { sentKey } from "./sent-keys";
import { narrowedToTenant } from "./tenant";

/** The caller of a request and its credentials. */
export interface Authentication extends Required<Pick<Context, "requireCurrent">> {
  readonly caller: Caller;
  readonly channel: Context["channel"];
  /** The valid key, or the valid token of the session. */
  readonly credentials: string;
  /** Absent with an API key. */
  readonly signedIn?: SignedIn | undefined;
}

/**
 * Returns the caller. A key decides alone if one is sent, even if it is wrong. Otherwise the
 * cookie's session counts, which authorizes only requests from our own pages. Throws
 * `unauthenticated`, `other_user`, `forbidden`, or `validation` for two different keys.
 */
export async function authenticateRequest(
  { sessionService, request, store }: Pick<PublicRequest, "sessionService" | "request" | "store">,
  route: Route | undefined,
): Promise<Authentication> {
  const { headers } = request;
  const { now } = sessionService;
  const version = store.accessVersion();
  const key = sentKey(headers);
  const signedIn = key === undefined ? await sessionService.signedInBy(request) : undefined;
  if (!signedIn) {
    const caller =
      knownCallerOfKey(store, key?.value, now()) ?? (await authenticate(store, key, now()));
    const credentials = key?.value ?? "";
    const check = requireCurrent(store, {
      ...{ caller, version },
      isExpired: () => caller.endsAt !== undefined && Date.parse(caller.endsAt) <= now().getTime(),
      readAgain: (reader) => callerOfKeyIn(reader, credentials, now()),
    });
    const narrowed = narrowedToTenant(caller, request);
    return { caller: narrowed, channel: "api", credentials, requireCurrent: check };
  }
  const manner = {
    isSafe: route === undefined || isSafe(route),
    isNoted: route?.effect === "exports",
    takesFile: route?.operation === "upload",
  };
  requireOwnPage(request, manner, sessionService.publicUrl);
  const { caller, token, session } = signedIn;
  requireExpectedUser(request, caller);
  const check = requireCurrent(store, {
    ...{ caller, version },
    isExpired: () => session.expiresAt <= now(),
    readAgain: (reader) => callerOfSessionIn(reader, session, now()),
  });
  return { caller, channel: "console", credentials: token, signedIn, requireCurrent: check };
}
