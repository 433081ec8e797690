import { authenticate } from "@/lib/auth/actor";
import type { Caller } from "@/lib/auth/caller";
import type { SignedIn } from "@/lib/auth/session-caller";
import type { Context } from "@/lib/operations/context";
import { notedReads } from "./route-table";
import { isSafe, type Place } from "./routing";
import { requireOwnPage } from "./same-origin";
import type { Visit } from "./visit";

/** Who asks, and by what means. */
export interface Asker {
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
export async function callerOf(
  { door, request, store }: Pick<Visit, "door" | "request" | "store">,
  place: Place | undefined,
): Promise<Asker> {
  const { headers, method } = request;
  const signedIn = headers["apikey"] === undefined ? await door.signedInBy(request) : undefined;
  if (!signedIn) {
    const caller = await authenticate(store, headers, door.now());
    return { caller, channel: "api", credentials: headers["apikey"] ?? "" };
  }
  const route = place?.routes.get(method === "HEAD" ? "GET" : method);
  const manner = {
    isSafe: route === undefined || isSafe(route),
    isNoted: route !== undefined && notedReads.has(route.operation),
    takesFile: route?.operation === "upload",
  };
  requireOwnPage(request, manner, door.publicUrl);
  const { caller, token } = signedIn;
  return { caller, channel: "console", credentials: token, signedIn };
}
