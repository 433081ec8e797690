import type { Caller } from "@/lib/auth/grants/caller";
import type { Policy } from "@/lib/operations/transaction/context";
import { aliasedPath } from "@/lib/resources/oneuptime-aliases";
import { dialectProblem } from "./dialect/dialect-problem";
import { type EventService, eventService } from "./event-stream/event-service";
import { authenticatedRequest, withWholeBody } from "./guard/authenticated-request";
import { type CallerTags, callerTags } from "./guard/caller-tags";
import { corsHeaders } from "./guard/cors";
import { authenticateAndCount, countPublicRequest } from "./guard/counted-requests";
import { noteKeyRefusal } from "./guard/key-refusals";
import type { PublicRouteDeps } from "./guard/public-request";
import type { RateLimits } from "./guard/rate-limit";
import { type SessionService, type SessionSettings, sessionService } from "./guard/session-service";
import { KeptReads } from "./kept-reads/kept-reads";
import { compressedReply, isCompressible } from "./message/compressed-reply";
import { loggedError, problemReply } from "./message/problem";
import { type RequestIds, requestIdsOf, shownId, withCommonHeaders } from "./message/reply-headers";
import type { RequestLogEntry } from "./message/request-log";
import type { ApiRequest, ApiResponse } from "./message/request-response";
import { emptyReply } from "./message/respond";
import type { Learned, Trace } from "./message/trace";
import { recordReply } from "./record-reply";
import { endpointReply } from "./routes/endpoint-reply";
import { noSuchPath } from "./routing/no-such-path";
import type { EndpointRoute, Route } from "./routing/route-table";
import {
  allowed,
  isPublic,
  matchRoute,
  type RouteMatch,
  requireAllowed,
  routeAt,
} from "./routing/routing";
import { statusPageAddress } from "./status-pages/address";
import { type StatusPages, statusPages } from "./status-pages/status-page-reply";

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
  const events = eventService(deps.store, ownSessions.secret);
  const isLimited = deps.limits !== undefined;
  const all = {
    ...deps,
    ...{ sessionService: ownSessions, eventService: events },
    statusPages: statusPages({ sessionService: ownSessions, eventService: events, isLimited }),
    tags: deps.tags ?? callerTags(deps),
    keptReads: new KeptReads(),
  };
  return async (request) => {
    const started = performance.now();
    const ids = requestIdsOf(request.headers);
    all.eventService.sentIds.note(ids);
    const requestId = shownId(ids);
    const trace: Trace = { entry: { route: "-" }, headers: {}, caller: undefined };
    let reply: ApiResponse;
    try {
      reply = await answer(all, request, ids, trace);
      trace.entry.error = reply.error;
      if (trace.caller?.type === "apiKey" && isCompressible(reply)) {
        reply = await compressedReply(request, reply);
      }
    } catch (error) {
      const { sessionService } = all;
      noteKeyRefusal(
        { sessionService, request, requestId: ids.requestId, caller: trace.caller },
        error,
      );
      const isPlain = trace.caller?.dialect === undefined;
      reply = isPlain ? problemReply(error, requestId) : dialectProblem(error, requestId);
      trace.entry.error = loggedError(error);
    }
    const durationMs = performance.now() - started;
    const { method } = request;
    deps.log?.({ method, status: reply.status, durationMs, ...ids, ...trace.entry });
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
  readonly statusPages: StatusPages;
  readonly tags: CallerTags;
  readonly keptReads: KeptReads;
};

function answer(
  deps: Prepared,
  request: ApiRequest,
  ids: RequestIds,
  trace: Trace,
): Promise<ApiResponse> | ApiResponse {
  const page = statusPageAddress(request.path);
  if (page) {
    trace.entry.route = `/status/:slug/${page.part ?? "-"}`;
    return deps.statusPages.reply(page, request, shownId(ids));
  }
  const match = matchRoute(request.path);
  const route = match && routeAt(match, request.method);
  if (match) trace.entry.route = match.pattern;
  trace.headers = corsHeaders(request, deps.corsOrigins ?? [], () => (match ? allowed(match) : []));
  if (match && request.method === "OPTIONS") {
    return emptyReply(204, { Allow: allowed(match).join(", ") });
  }
  const open = match && openRoute(match, route, request.method);
  if (!open) return authenticatedReply(deps, request, ids, trace, match);
  trace.entry.operation = open.operation;
  return openReply(deps, request, ids, trace, open);
}

async function openReply(
  deps: Prepared,
  request: ApiRequest,
  ids: RequestIds,
  trace: Trace,
  open: EndpointRoute,
): Promise<ApiResponse> {
  await countPublicRequest(deps, open, request, trace.headers);
  return endpointReply(open, publicRequest(deps, request, ids, trace), deps.maxBodyBytes);
}

async function authenticatedReply(
  deps: Prepared,
  request: ApiRequest,
  ids: RequestIds,
  trace: Trace,
  match: RouteMatch | undefined,
): Promise<ApiResponse> {
  const route = match && routeAt(match, request.method);
  const authentication = await authenticateAndCount(deps, request, route, trace);
  const found = match ?? aliasedMatch(authentication.caller, request.path);
  trace.entry.route = found.pattern;
  const named = route ?? routeAt(found, request.method);
  const authenticated = authenticatedRequest(authentication, deps, request, ids, named);
  const own = requireAllowed(found, named, request.method);
  trace.entry.operation = own.operation;
  if (own.names === "resource") return recordReply(deps, authenticated, ids, own, found, trace);
  const { id = "" } = found;
  const whole = await withWholeBody(deps, authenticated, ids, own);
  const asked = { id, ...publicRequest(deps, request, ids, trace), ...whole };
  return endpointReply(own, asked, deps.maxBodyBytes);
}

/** Only for endpoints: copying so many properties takes longer than most checks of a record. */
function publicRequest(deps: Prepared, request: ApiRequest, ids: RequestIds, trace: Trace) {
  const addLogFields = (facts: Partial<Learned>) => {
    Object.assign(trace.entry, facts);
  };
  return { request, addLogFields, ...ids, ...deps };
}

/** Returns the route if it needs no credentials. Throws a 405 for a method that a public path lacks. */
function openRoute(match: RouteMatch, route: Route | undefined, method: string) {
  if (!isPublic(match)) return undefined;
  const open = requireAllowed(match, route, method);
  return open.names === "endpoint" && open.caller === "anyone" ? open : undefined;
}

/** Returns the match of a path of OneUptime, for a key with its dialect. Throws a 404 for no match. */
function aliasedMatch({ dialect }: Caller, path: string): RouteMatch {
  const other = dialect && aliasedPath(path);
  const match = other === undefined ? undefined : matchRoute(other);
  if (match) return match;
  throw noSuchPath(path);
}
