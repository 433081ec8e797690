import type { Caller } from "@/lib/auth/grants/caller";
import { callerScope } from "@/lib/auth/grants/caller-scope";
import { callerOfKey } from "@/lib/auth/keys/api-keys";
import { type ErrorCode, isAppError } from "@/lib/errors";
import { mostItems } from "@/lib/http/message/inputs/bulk-items";
import type { ApiRequest } from "@/lib/http/message/request-response";
import type { EndpointRoute, Route } from "@/lib/http/routing/route-table";
import type { JsonObject } from "@/lib/schema/json";
import type { Store } from "@/lib/store/port/store";
import type { CallerTags } from "./caller-tags";
import { type Authentication, authenticateRequest } from "./credentials";
import type { RateLimits } from "./rate-limit";
import { sentKeys } from "./sent-keys";
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
  const { caller } = authentication;
  trace.caller = caller;
  trace.entry.callerId = caller.id;
  trace.entry.keyName = caller.name;
  noteOnce(tags, authentication);
  if (limits) Object.assign(trace.headers, limits.takeShare(callerScope(caller)));
  return authentication;
}

/** The errors after which no caller is known: no valid credentials, or two different keys. */
const withoutCaller: ReadonlySet<ErrorCode> = new Set(["unauthenticated", "validation"]);

const noted = new WeakMap<Caller, CallerTags>();

/** A caller that was looked up once serves many requests of the same credentials, for a second. */
function noteOnce(tags: CallerTags, { caller, credentials }: Authentication): void {
  if (noted.get(caller) === tags) return;
  noted.set(caller, tags);
  tags.note(credentials, callerScope(caller));
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
 * Counts a public request for its caller if its credentials were valid recently and still are, else
 * for its address, as one where a password or a link is guessed. Adds the remaining limit to the
 * headers. Skips `/healthz` and other monitored paths. Throws `too_many_requests`.
 */
export async function countPublicRequest(
  deps: Deps,
  route: EndpointRoute,
  request: ApiRequest,
  headers: Record<string, string>,
): Promise<void> {
  const { limits, tags } = deps;
  if (!limits || !route.pattern.startsWith("/api/")) return;
  if (mayGuess(route) || !(await isStillKnown(deps, request))) {
    spendUnknown(deps, request, headers);
  } else Object.assign(headers, limits.takeShare(tags.tagOf(request)));
}

/** Returns true for a public route that takes a password or the secret of a link. */
function mayGuess({ effect, operation }: EndpointRoute): boolean {
  return effect === "writes" && operation !== "signOut";
}

/** Returns true if the credentials of a request are known and still valid. Forgets ended ones. */
async function isStillKnown(
  { sessionService, store, tags }: Deps,
  request: ApiRequest,
): Promise<boolean> {
  if (!tags.isKnown(request)) return false;
  const [key, ...others] = sentKeys(request.headers);
  if (others.length > 0) return false;
  const valid = key
    ? await callerOfKey(store, key.value, sessionService.now())
    : await sessionService.signedInBy(request);
  if (!valid) tags.forget(request);
  return valid !== undefined;
}

/** Returns the number of writes in a request: 1, or the number of items of a bulk write. */
export function writesIn({ items }: JsonObject): number {
  return Array.isArray(items) ? Math.min(items.length, mostItems) : 1;
}
