import { authenticate } from "@/lib/auth/actor";
import { projectsAllowed } from "@/lib/auth/permission";
import { AppError } from "@/lib/errors";
import type { Context, Policy } from "@/lib/operations/context";
import { readReach } from "@/lib/operations/reach";
import { rightOf } from "@/lib/schema/access";
import type { Resource } from "@/lib/schema/resource";
import { readBody } from "./body";
import { corsHeaders } from "./cors";
import type { ApiRequest, ApiResponse } from "./exchange";
import { type OpenDeps, openReplies } from "./open-replies";
import { loggedError, problemReply } from "./problem";
import type { TakeShare } from "./rate-limit";
import { recordReplies } from "./record-replies";
import { requestIdOf, withCommonHeaders } from "./reply-headers";
import type { RequestLogEntry } from "./request-log";
import { emptyReply } from "./respond";
import type { RecordOperation } from "./route-table";
import { allowed, isOpen, type Place, placeAt, routeFor } from "./routing";

/** What the API is made of. */
export interface HandlerDeps extends OpenDeps {
  readonly policy: Policy;
  readonly maxBodyBytes: number;
  readonly now: () => Date;
  readonly log?: (entry: RequestLogEntry) => void;
  /** Counts the requests of each caller; absent: no limit. */
  readonly takeShare?: TakeShare;
  /** Origins whose pages may use the API; absent: none. */
  readonly corsOrigins?: readonly string[];
}

/** What is learned of a request on its way: for the log, and headers of the reply whatever it will be. */
interface Trace {
  readonly entry: { -readonly [Key in keyof RequestLogEntry]?: RequestLogEntry[Key] };
  headers: Record<string, string>;
}

/**
 * The whole API as one function. It never rejects: whatever goes wrong becomes a reply. Checks come in this
 * order: key (401), path (404), operation (405), permission (403), body.
 */
export function createHandler(deps: HandlerDeps): (request: ApiRequest) => Promise<ApiResponse> {
  return async (request) => {
    const started = performance.now();
    const requestId = requestIdOf(request.headers);
    const trace: Trace = { entry: {}, headers: {} };
    let reply: ApiResponse;
    try {
      reply = await answer(deps, request, requestId, trace);
    } catch (error) {
      reply = problemReply(error, requestId);
      trace.entry.error = loggedError(error);
    }
    const durationMs = performance.now() - started;
    const { method } = request;
    const { status, body } = reply;
    deps.log?.({ route: "-", ...trace.entry, requestId, method, status, durationMs });
    const headers = { ...reply.headers, ...trace.headers };
    return withCommonHeaders({ status, headers, body }, requestId, durationMs, method === "HEAD");
  };
}

/**
 * The reply for a request that an adapter refuses itself, before or without the handler: too large a body
 * while it is still coming in, a server that is closing.
 */
export function refuse(
  request: Pick<ApiRequest, "headers" | "method">,
  error: unknown,
): ApiResponse {
  const requestId = requestIdOf(request.headers);
  return withCommonHeaders(problemReply(error, requestId), requestId, 0, request.method === "HEAD");
}

async function answer(
  deps: HandlerDeps,
  request: ApiRequest,
  requestId: string,
  trace: Trace,
): Promise<ApiResponse> {
  const place = placeAt(request.path);
  if (place) trace.entry.route = place.pattern;
  trace.headers = corsHeaders(request, deps.corsOrigins ?? [], place ? allowed(place) : []);
  if (place && request.method === "OPTIONS") {
    return emptyReply(204, { Allow: allowed(place).join(", ") });
  }
  const open = place && isOpen(place) ? routeFor(place, request.method) : undefined;
  if (open?.open) {
    trace.entry.operation = open.operation;
    return openReplies[open.operation](deps);
  }
  const { store, policy, now } = deps;
  const caller = await authenticate(store, request.headers, now());
  trace.entry.keyName = caller.name;
  if (deps.takeShare) Object.assign(trace.headers, await deps.takeShare(caller.id));
  if (!place) throw notFound();
  const context: Context = { caller, requestId, channel: "api", store, policy, now };
  return recordReply(deps, request, context, place, trace);
}

async function recordReply(
  { maxBodyBytes }: HandlerDeps,
  request: ApiRequest,
  context: Context,
  place: Place,
  trace: Trace,
): Promise<ApiResponse> {
  const route = routeFor(place, request.method);
  const { resource, id = "" } = place;
  if (!resource || route.open) throw notFound();
  const { operation } = route;
  trace.entry.operation = operation;
  trace.entry.resource = resource.path;
  requirePermission(context, resource, operation);
  const body = readBody(request, maxBodyBytes);
  const query = new URLSearchParams(request.query);
  return recordReplies[operation]({ request, context, resource, id, query, body });
}

/** The operation asks again, more closely; here it is that a refusal comes before any word on the body. */
function requirePermission(context: Context, resource: Resource, operation: RecordOperation): void {
  const right = operation === "rotate" ? "update" : rightOf(operation);
  if (right === "read") readReach(context, resource);
  else projectsAllowed(context.caller, resource, right);
}

function notFound(): AppError {
  return new AppError("not_found", "There is nothing at this path. See /docs for those there are.");
}
