import { requireConfirmation } from "@/lib/operations/access/confirmation";
import { visibilityOf, writableProjects } from "@/lib/operations/access/visibility";
import type { Context, Policy } from "@/lib/operations/transaction/context";
import type { Resource, Right } from "@/lib/schema/resource";
import { type EventService, eventService } from "./event-stream/event-service";
import {
  type AuthenticatedRequest,
  authenticatedRequest,
  withWholeBody,
} from "./guard/authenticated-request";
import { type CallerTags, callerTags } from "./guard/caller-tags";
import { corsHeaders } from "./guard/cors";
import { authenticateAndCount, countPublicRequest, writesIn } from "./guard/counted-requests";
import { noteKeyRefusal } from "./guard/key-refusals";
import type { PublicRouteDeps } from "./guard/public-request";
import type { RateLimits } from "./guard/rate-limit";
import { type SessionService, type SessionSettings, sessionService } from "./guard/session-service";
import { KeptReads, keptRead } from "./kept-reads/kept-reads";
import { readBody } from "./message/body/body";
import { compressedReply } from "./message/compressed-reply";
import { refuseUnknownInputs } from "./message/inputs/unknown-inputs";
import { loggedError, problemReply } from "./message/problem";
import { type RequestIds, requestIdsOf, shownId, withCommonHeaders } from "./message/reply-headers";
import type { RequestLogEntry } from "./message/request-log";
import type { ApiRequest, ApiResponse } from "./message/request-response";
import { emptyReply } from "./message/respond";
import type { Learned, Trace } from "./message/trace";
import { endpointReply } from "./routes/endpoint-reply";
import { readRoutes } from "./routes/read-routes";
import { recordRoutes } from "./routes/record-routes";
import { noSuchPath } from "./routing/no-such-path";
import { isConfirmedOnly } from "./routing/requires-confirmation";
import type { RecordRoute } from "./routing/route-table";
import {
  allowed,
  isPublic,
  matchRoute,
  type RouteMatch,
  requireAllowed,
  routeAt,
} from "./routing/routing";

/** The dependencies of the API. */
export interface HandlerDeps extends PublicRouteDeps, SessionSettings {
  readonly policy: Policy;
  readonly maxBodyBytes: number;
  readonly now: () => Date;
  readonly log?: (entry: RequestLogEntry) => void;
  /** Counts the requests of each caller. Absent: no limit. */
  readonly limits?: RateLimits;
  /** Determines which caller a request counts for. Shared with the admission queue. */
  readonly tags?: CallerTags;
  /** Origins whose pages may use the API. Absent: none. */
  readonly corsOrigins?: readonly string[];
}

/**
 * Returns the whole API as one function. It never rejects: every error becomes a response. Checks
 * run in this order: key (401), path (404), operation (405), permission (403), body.
 */
export function createHandler(deps: HandlerDeps): (request: ApiRequest) => Promise<ApiResponse> {
  // Built once, because copying so many properties per request takes longer than most checks.
  const ownSessions = sessionService(deps);
  const all = {
    ...deps,
    sessionService: ownSessions,
    eventService: eventService(deps.store, ownSessions.secret),
    tags: deps.tags ?? callerTags(deps),
    keptReads: new KeptReads(),
  };
  return async (request) => {
    const started = performance.now();
    const ids = requestIdsOf(request.headers);
    const requestId = shownId(ids);
    const trace: Trace = { entry: { route: "-" }, headers: {}, caller: undefined };
    let reply: ApiResponse;
    try {
      reply = await answer(all, request, ids, trace);
      trace.entry.error = reply.error;
      if (trace.caller?.type === "apiKey") reply = await compressedReply(request, reply);
    } catch (error) {
      const { sessionService } = all;
      noteKeyRefusal(
        { sessionService, request, requestId: ids.requestId, caller: trace.caller },
        error,
      );
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
 * Returns the response to a request that an adapter refuses itself, before or without the handler:
 * a body that is too large, or an overloaded server. Pages of `corsOrigins` may read it.
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

type Prepared = HandlerDeps & {
  readonly sessionService: SessionService;
  readonly eventService: EventService;
  readonly tags: CallerTags;
  readonly keptReads: KeptReads;
};

async function answer(
  deps: Prepared,
  request: ApiRequest,
  ids: RequestIds,
  trace: Trace,
): Promise<ApiResponse> {
  const match = matchRoute(request.path);
  const route = match && routeAt(match, request.method);
  if (match) trace.entry.route = match.pattern;
  const methods = () => (match ? allowed(match) : []);
  trace.headers = corsHeaders(request, deps.corsOrigins ?? [], methods);
  if (match && request.method === "OPTIONS") {
    return emptyReply(204, { Allow: methods().join(", ") });
  }
  const addLogFields = (facts: Partial<Learned>) => {
    Object.assign(trace.entry, facts);
  };
  // Records do not need it, and copying so many properties takes longer than most checks.
  const publicRequest = () => ({ ...deps, ...ids, request, addLogFields });
  if (match && isPublic(match)) {
    const open = requireAllowed(match, route, request.method);
    if (open.names === "endpoint" && open.caller === "anyone") {
      trace.entry.operation = open.operation;
      countPublicRequest(deps, open.pattern, request, trace.headers);
      return endpointReply(open, publicRequest(), deps.maxBodyBytes);
    }
  }
  const authentication = await authenticateAndCount(deps, request, route, trace);
  if (!match) throw noSuchPath(request.path);
  const authenticated = authenticatedRequest(authentication, deps, request, ids, route);
  const own = requireAllowed(match, route, request.method);
  trace.entry.operation = own.operation;
  if (own.names === "resource") {
    return await recordReply(deps, authenticated, ids, own, match, trace);
  }
  const { id = "" } = match;
  const whole = await withWholeBody(deps, authenticated, ids, own);
  return endpointReply(own, { ...publicRequest(), ...whole, id }, deps.maxBodyBytes);
}

async function recordReply(
  deps: Prepared,
  authenticated: AuthenticatedRequest,
  ids: RequestIds,
  route: RecordRoute,
  { resource, id = "" }: RouteMatch,
  trace: Trace,
): Promise<ApiResponse> {
  const { maxBodyBytes, limits } = deps;
  const { operation } = route;
  if (!resource) throw noSuchPath(authenticated.request.path);
  trace.entry.resource = resource.path;
  const kept = keptRead(deps.keptReads, authenticated, route, resource);
  if (kept?.read) return await kept.read(authenticated.request, id);
  requirePermission(authenticated.context, resource, route.caller);
  if (isConfirmedOnly(resource, operation)) requireConfirmation(authenticated.context);
  const { request, context } = await withWholeBody(deps, authenticated, ids, route);
  const body = await readBody(request, maxBodyBytes);
  await request.giveWay?.();
  const query = new URLSearchParams(request.query);
  refuseUnknownInputs({ query, body }, operation, resource);
  // The first write is already counted as the request.
  const others = writesIn(body) - 1;
  if (limits && others > 0) {
    Object.assign(trace.headers, limits.takeShare(context.caller.id, others));
  }
  const asked = { request, context, resource, id, query, body };
  if (!kept) return recordRoutes[operation](asked);
  const read = await readRoutes[kept.operation](asked);
  kept.keep(read);
  return read(request, id);
}

/** Checks the permission before the body is examined. The operation checks it more closely. */
function requirePermission(context: Context, resource: Resource, right: Right): void {
  if (right === "read") visibilityOf(context, resource);
  else writableProjects(context, resource, right);
}
