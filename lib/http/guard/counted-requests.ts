import type { Caller } from "@/lib/auth/grants/caller";
import { type ErrorCode, isAppError } from "@/lib/errors";
import { mostItems } from "@/lib/http/message/inputs/bulk-items";
import type { ApiRequest } from "@/lib/http/message/request-response";
import type { Route } from "@/lib/http/routing/route-table";
import type { JsonObject } from "@/lib/schema/json";
import type { Store } from "@/lib/store/port/store";
import type { CallerTags } from "./caller-tags";
import { type Authentication, authenticateRequest } from "./credentials";
import type { RateLimits } from "./rate-limit";
import type { SessionService } from "./session-service";

interface Deps {
  readonly sessionService: SessionService;
  readonly store: Store;
  readonly tags: CallerTags;
  readonly limits?: RateLimits;
}

/** Collected while handling: log fields, and headers of the response. */
interface Learned {
  readonly entry: { callerId?: string | undefined; keyName?: string | undefined };
  readonly headers: Record<string, string>;
  caller: Caller | undefined;
}

/**
 * Returns the caller. A request with valid credentials counts for its caller, any other for its
 * address. Throws as `callerOf` does, and `too_many_requests`.
 */
export async function authenticateAndCount(
  deps: Deps,
  request: ApiRequest,
  route: Route | undefined,
  trace: Learned,
): Promise<Authentication> {
  const { sessionService, store, tags, limits } = deps;
  let authentication: Authentication;
  try {
    authentication = await authenticateRequest({ sessionService, store, request }, route);
  } catch (error) {
    if (isAppError(error) && withoutCaller.has(error.code)) {
      if (error.code === "unauthenticated") tags.forget(request);
      spendUnknown(deps, request, trace.headers);
    }
    throw error;
  }
  trace.caller = authentication.caller;
  const { id, name } = authentication.caller;
  trace.entry.callerId = id;
  trace.entry.keyName = name;
  noteOnce(tags, authentication);
  if (limits) Object.assign(trace.headers, limits.takeShare(id));
  return authentication;
}

/** The errors after which no caller is known: no valid credentials, or two different keys. */
const withoutCaller: ReadonlySet<ErrorCode> = new Set(["unauthenticated", "validation"]);

const noted = new WeakMap<Caller, CallerTags>();

/** A caller that was looked up once serves many requests of the same credentials, for a second. */
function noteOnce(tags: CallerTags, { caller, credentials }: Authentication): void {
  if (noted.get(caller) === tags) return;
  noted.set(caller, tags);
  tags.note(credentials, caller.id);
}

/**
 * Counts a request without valid credentials, and adds its remaining limit to the headers. Throws
 * `too_many_requests` if its address has sent too many.
 */
function spendUnknown(
  { limits, tags }: { readonly limits?: RateLimits; readonly tags: CallerTags },
  request: ApiRequest,
  headers: Record<string, string>,
): void {
  if (limits) Object.assign(headers, limits.takeUnknown(tags.addressOf(request)));
}

/**
 * Does the same for a public request, unless its credentials were valid recently. Skips `/healthz`
 * and other monitored paths.
 */
export function countPublicRequest(
  deps: { readonly limits?: RateLimits; readonly tags: CallerTags },
  pattern: string,
  request: ApiRequest,
  headers: Record<string, string>,
): void {
  if (pattern.startsWith("/api/") && !deps.tags.isKnown(request)) {
    spendUnknown(deps, request, headers);
  }
}

/** Returns the number of writes in a request: 1, or the number of items of a bulk write. */
export function writesIn({ items }: JsonObject): number {
  return Array.isArray(items) ? Math.min(items.length, mostItems) : 1;
}
