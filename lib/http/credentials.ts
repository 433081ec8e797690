import { authenticate } from "@/lib/auth/actor";
import type { Caller } from "@/lib/auth/caller";
import type { SignedIn } from "@/lib/auth/session-caller";
import type { Context } from "@/lib/operations/context";
import { loggedReads } from "./route-table";
import { isSafe, type RouteMatch } from "./routing";
import { requireOwnPage } from "./same-origin";
import type { PublicRequest } from "./visit";

/** Who asks, and by what means. */
export interface Authentication {
  readonly caller: Caller;
  readonly channel: Context["channel"];
  /** The key, or the token of the session, that was valid. */
  readonly credentials: string;
  /** Absent with an API key. */
  readonly signedIn?: SignedIn;
}

/**
 * Who asks: by the header `ApiKey`, which counts alone when it is there, even when it is wrong; else by the session
 * of a cookie, which authorises only what our own pages ask for. Throws `unauthenticated`, or `forbidden`.
 */
export async function authenticateRequest(
  { sessionService, request, store }: Pick<PublicRequest, "sessionService" | "request" | "store">,
  match: RouteMatch | undefined,
): Promise<Authentication> {
  const { headers, method } = request;
  const signedIn =
    headers["apikey"] === undefined ? await sessionService.signedInBy(request) : undefined;
  if (!signedIn) {
    const caller = await authenticate(store, headers, sessionService.now());
    return { caller, channel: "api", credentials: headers["apikey"] ?? "" };
  }
  const route = match?.routes.get(method === "HEAD" ? "GET" : method);
  const manner = {
    isSafe: route === undefined || isSafe(route),
    isNoted: route !== undefined && loggedReads.has(route.operation),
    takesFile: route?.operation === "upload",
  };
  requireOwnPage(request, manner, sessionService.publicUrl);
  const { caller, token } = signedIn;
  return { caller, channel: "console", credentials: token, signedIn };
}
