import type { Context, Policy } from "@/lib/operations/context";
import { readReach, writableProjects } from "@/lib/operations/reach";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { readBody } from "./body";
import { refuseUnknownParts } from "./body-keys";
import { mostItems } from "./bulk-items";
import { corsHeaders } from "./cors";
import { callerOf } from "./credentials";
import { type Door, type DoorSettings, doorOf } from "./door";
import type { ApiRequest, ApiResponse } from "./exchange";
import { noSuchPath } from "./no-such-path";
import { openReplies } from "./open-replies";
import { ownReplies } from "./own-replies";
import { loggedError, problemReply } from "./problem";
import type { TakeShare } from "./rate-limit";
import { recordReplies } from "./record-replies";
import { requestIdOf, withCommonHeaders } from "./reply-headers";
import type { RequestLogEntry } from "./request-log";
import { emptyReply } from "./respond";
import { rightFor } from "./right-for";
import type { RecordOperation } from "./route-table";
import { allowed, isOpen, type Place, placeAt, routeFor } from "./routing";
import { serviceReplies } from "./service-replies";
import type { OpenDeps, Visit } from "./visit";

/** What the API is made of. */
export interface HandlerDeps extends OpenDeps, DoorSettings {
  readonly policy: Policy;
  readonly maxBodyBytes: number;
  readonly now: () => Date;
  readonly log?: (entry: RequestLogEntry) => void;
  /** Counts the requests of each caller; absent: no limit. */
  readonly takeShare?: TakeShare;
  /** Origins whose pages may use the API; absent: none. */
  readonly corsOrigins?: readonly string[];
}

/** What only shows on the way. */
type Learned = Omit<RequestLogEntry, "requestId" | "method" | "status" | "durationMs">;

/** What is learned of a request on its way: for the log, and headers of the reply whatever it will be. */
interface Trace {
  readonly entry: { -readonly [Key in keyof Learned]: Learned[Key] };
  headers: Record<string, string>;
}

/**
 * The whole API as one function. It never rejects: whatever goes wrong becomes a reply. Checks come in this
 * order: key (401), path (404), operation (405), permission (403), body.
 */
export function createHandler(deps: HandlerDeps): (request: ApiRequest) => Promise<ApiResponse> {
  // Once, not for each request: copying so many names takes longer than most checks.
  const all = { ...deps, door: doorOf(deps) };
  return async (request) => {
    const started = performance.now();
    const requestId = requestIdOf(request.headers);
    const trace: Trace = { entry: { route: "-" }, headers: {} };
    let reply: ApiResponse;
    try {
      reply = await answer(all, request, requestId, trace);
      trace.entry.error = reply.error;
    } catch (error) {
      reply = problemReply(error, requestId);
      trace.entry.error = loggedError(error);
    }
    const durationMs = performance.now() - started;
    const { method } = request;
    deps.log?.(Object.assign(trace.entry, { requestId, method, status: reply.status, durationMs }));
    const about = { requestId, durationMs, isHead: method === "HEAD" };
    return withCommonHeaders(reply, about, trace.headers);
  };
}

/**
 * The reply for a request that an adapter refuses itself, before or without the handler: too large a body
 * while it is still coming in, a server with too much to do. Pages of `corsOrigins` may read it.
 */
export function refuse(
  request: Pick<ApiRequest, "headers" | "method">,
  error: unknown,
  corsOrigins: readonly string[] = [],
): ApiResponse {
  const requestId = requestIdOf(request.headers);
  const about = { requestId, durationMs: 0, isHead: request.method === "HEAD" };
  const more = corsHeaders(request, corsOrigins, () => []);
  return withCommonHeaders(problemReply(error, requestId), about, more);
}

async function answer(
  deps: HandlerDeps & { readonly door: Door },
  request: ApiRequest,
  requestId: string,
  trace: Trace,
): Promise<ApiResponse> {
  const place = placeAt(request.path);
  if (place) trace.entry.route = place.pattern;
  const methods = () => (place ? allowed(place) : []);
  trace.headers = corsHeaders(request, deps.corsOrigins ?? [], methods);
  if (place && request.method === "OPTIONS") {
    return emptyReply(204, { Allow: methods().join(", ") });
  }
  const open = place && isOpen(place) ? routeFor(place, request.method) : undefined;
  const body = () => readBody(request, deps.maxBodyBytes);
  const visit = (): Visit => ({ ...deps, request, requestId, body });
  if (open?.open) {
    trace.entry.operation = open.operation;
    return openReplies[open.operation](visit());
  }
  const { door, store, policy, now } = deps;
  const { caller, channel, signedIn } = await callerOf({ door, store, request }, place);
  trace.entry.callerId = caller.id;
  trace.entry.keyName = caller.name;
  if (deps.takeShare) Object.assign(trace.headers, await deps.takeShare(caller.id));
  if (!place) throw noSuchPath(request.path);
  const context: Context = { caller, requestId, channel, store, policy, now };
  const route = routeFor(place, request.method);
  if (route.own) {
    trace.entry.operation = route.operation;
    const { id = "" } = place;
    return ownReplies[route.operation]({ ...visit(), context, id, ...(signedIn && { signedIn }) });
  }
  return recordReply(deps, request, context, place, trace);
}

async function recordReply(
  { maxBodyBytes, deployment, takeShare }: HandlerDeps,
  request: ApiRequest,
  context: Context,
  place: Place,
  trace: Trace,
): Promise<ApiResponse> {
  const route = routeFor(place, request.method);
  const { resource, id = "" } = place;
  if (route.service) {
    trace.entry.operation = route.operation;
    const body = readBody(request, maxBodyBytes);
    const query = new URLSearchParams(request.query);
    const version = deployment?.version ?? null;
    return serviceReplies[route.operation]({ request, context, query, body, version });
  }
  if (!resource || route.open || route.own) throw noSuchPath(request.path);
  const { operation } = route;
  trace.entry.operation = operation;
  trace.entry.resource = resource.path;
  requirePermission(context, resource, operation);
  const body = readBody(request, maxBodyBytes);
  refuseUnknownParts(body, operation);
  // The request itself is counted already.
  const others = writesIn(body) - 1;
  if (takeShare && others > 0) {
    Object.assign(trace.headers, await takeShare(context.caller.id, others));
  }
  const query = new URLSearchParams(request.query);
  return recordReplies[operation]({ request, context, resource, id, query, body });
}

/** How many writes a request asks for: one, unless it writes many at once. */
function writesIn({ items }: JsonObject): number {
  return Array.isArray(items) ? Math.min(items.length, mostItems) : 1;
}

/** The operation asks again, more closely; here it is that a refusal comes before any word on the body. */
function requirePermission(context: Context, resource: Resource, operation: RecordOperation): void {
  const right = rightFor(operation);
  if (right === "read") readReach(context, resource);
  else writableProjects(context, resource, right);
}
