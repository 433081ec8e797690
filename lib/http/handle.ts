import type { Caller } from "@/lib/auth/caller";
import { requireConfirmation } from "@/lib/operations/confirmation";
import type { Context, Policy } from "@/lib/operations/context";
import { readReach, writableProjects } from "@/lib/operations/reach";
import type { Resource } from "@/lib/schema/resource";
import { readBody } from "./body";
import { refuseUnknownParts } from "./body-keys";
import { type CallerTags, callerTags } from "./caller-tags";
import { isConfirmedOnly } from "./confirmed-only";
import { corsHeaders } from "./cors";
import { askerOf, spendOpen, writesIn } from "./counted-requests";
import { type Door, type DoorSettings, doorOf } from "./door";
import type { ApiRequest, ApiResponse } from "./exchange";
import { noteKeyRefusal } from "./key-refusals";
import { noSuchPath } from "./no-such-path";
import { openReplies } from "./open-replies";
import { ownReplies } from "./own-replies";
import { loggedError, problemReply } from "./problem";
import type { RateLimits } from "./rate-limit";
import { recordReplies } from "./record-replies";
import { type RequestIds, requestIdsOf, shownId, withCommonHeaders } from "./reply-headers";
import type { RequestLogEntry } from "./request-log";
import { emptyReply } from "./respond";
import { rightFor } from "./right-for";
import type { RecordOperation } from "./route-table";
import { allowed, isOpen, type Place, placeAt, routeFor } from "./routing";
import { type Sent, sentBy, wholeOf } from "./sent";
import { serviceReplies } from "./service-replies";
import type { OpenDeps, Visit } from "./visit";

/** What the API is made of. */
export interface HandlerDeps extends OpenDeps, DoorSettings {
  readonly policy: Policy;
  readonly maxBodyBytes: number;
  readonly now: () => Date;
  readonly log?: (entry: RequestLogEntry) => void;
  /** Counts the requests of each caller; absent: no limit. */
  readonly limits?: RateLimits;
  /** Whom a request counts for; shared with what queues requests. */
  readonly tags?: CallerTags;
  /** Origins whose pages may use the API; absent: none. */
  readonly corsOrigins?: readonly string[];
}

/** What only shows on the way. */
type Learned = Omit<
  RequestLogEntry,
  "requestId" | "clientRequestId" | "method" | "status" | "durationMs"
>;

/** What is learned of a request on its way: for the log, and headers of the reply whatever it will be. */
interface Trace {
  readonly entry: { -readonly [Key in keyof Learned]: Learned[Key] };
  headers: Record<string, string>;
  caller: Caller | undefined;
}

/**
 * The whole API as one function. It never rejects: whatever goes wrong becomes a reply. Checks come in this
 * order: key (401), path (404), operation (405), permission (403), body.
 */
export function createHandler(deps: HandlerDeps): (request: ApiRequest) => Promise<ApiResponse> {
  // Once, not for each request: copying so many names takes longer than most checks.
  const all = { ...deps, door: doorOf(deps), tags: deps.tags ?? callerTags(deps) };
  return async (request) => {
    const started = performance.now();
    const ids = requestIdsOf(request.headers);
    const requestId = shownId(ids);
    const trace: Trace = { entry: { route: "-" }, headers: {}, caller: undefined };
    let reply: ApiResponse;
    try {
      reply = await answer(all, request, ids, trace);
      trace.entry.error = reply.error;
    } catch (error) {
      const { door } = all;
      noteKeyRefusal({ door, request, requestId: ids.requestId, caller: trace.caller }, error);
      reply = problemReply(error, requestId);
      trace.entry.error = loggedError(error);
    }
    const durationMs = performance.now() - started;
    const { method } = request;
    deps.log?.(Object.assign(trace.entry, { ...ids, method, status: reply.status, durationMs }));
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
  ids: RequestIds = requestIdsOf(request.headers),
): ApiResponse {
  const requestId = shownId(ids);
  const about = { requestId, durationMs: 0, isHead: request.method === "HEAD" };
  const more = corsHeaders(request, corsOrigins, () => []);
  return withCommonHeaders(problemReply(error, requestId), about, more);
}

type Prepared = HandlerDeps & { readonly door: Door; readonly tags: CallerTags };

async function answer(
  deps: Prepared,
  request: ApiRequest,
  ids: RequestIds,
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
  const learn = (facts: Partial<Learned>) => {
    Object.assign(trace.entry, facts);
  };
  const visit = (): Visit => ({ ...deps, ...ids, request, body, learn });
  if (open?.open) {
    trace.entry.operation = open.operation;
    spendOpen(deps, open.pattern, request, trace.headers);
    return openReplies[open.operation](visit());
  }
  const asker = await askerOf(deps, request, place, trace);
  if (!place) throw noSuchPath(request.path);
  const sent = sentBy(asker, deps, request, ids, place);
  const route = routeFor(place, request.method);
  if (route.own) {
    trace.entry.operation = route.operation;
    const { id = "" } = place;
    const whole = await wholeOf(deps, sent, ids, place);
    const body = () => readBody(whole.request, deps.maxBodyBytes);
    return ownReplies[route.operation]({ ...visit(), ...whole, body, id });
  }
  return recordReply(deps, sent, ids, place, trace);
}

async function recordReply(
  deps: Prepared,
  sent: Sent,
  ids: RequestIds,
  place: Place,
  trace: Trace,
): Promise<ApiResponse> {
  const { maxBodyBytes, deployment, limits } = deps;
  const route = routeFor(place, sent.request.method);
  const { resource, id = "" } = place;
  if (route.service) {
    trace.entry.operation = route.operation;
    const { request, context } = await wholeOf(deps, sent, ids, place);
    const body = await readBody(request, maxBodyBytes);
    const query = new URLSearchParams(request.query);
    const version = deployment?.version ?? null;
    return serviceReplies[route.operation]({ request, context, query, body, version });
  }
  if (!resource || route.open || route.own) throw noSuchPath(sent.request.path);
  const { operation } = route;
  trace.entry.operation = operation;
  trace.entry.resource = resource.path;
  requirePermission(sent.context, resource, operation);
  if (isConfirmedOnly(resource, operation)) requireConfirmation(sent.context);
  const { request, context } = await wholeOf(deps, sent, ids, place);
  const body = await readBody(request, maxBodyBytes);
  await request.giveWay?.();
  refuseUnknownParts(body, operation);
  // The request itself is counted already.
  const others = writesIn(body) - 1;
  if (limits && others > 0) {
    Object.assign(trace.headers, limits.takeShare(context.caller.id, others));
  }
  const query = new URLSearchParams(request.query);
  return recordReplies[operation]({ request, context, resource, id, query, body });
}

/** The operation asks again, more closely; here it is that a refusal comes before any word on the body. */
function requirePermission(context: Context, resource: Resource, operation: RecordOperation): void {
  const right = rightFor(operation);
  if (right === "read") readReach(context, resource);
  else writableProjects(context, resource, right);
}
