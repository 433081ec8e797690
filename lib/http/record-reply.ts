import type { Caller } from "@/lib/auth/grants/caller";
import { callerScope } from "@/lib/auth/grants/caller-scope";
import { requireConfirmation } from "@/lib/operations/access/confirmation";
import { visibilityOf, writableProjects } from "@/lib/operations/access/visibility";
import type { Context } from "@/lib/operations/transaction/context";
import type { Resource, Right } from "@/lib/schema/resource";
import { inDialect } from "./dialect/dialect";
import type { EventService } from "./event-stream/event-service";
import {
  type AuthenticatedRequest,
  type authenticatedRequest,
  withWholeBody,
} from "./guard/authenticated-request";
import { writesIn } from "./guard/counted-requests";
import type { RateLimits } from "./guard/rate-limit";
import { type KeptReads, keptRead } from "./kept-reads/kept-reads";
import { readBody } from "./message/body/body";
import { refuseUnknownInputs } from "./message/inputs/unknown-inputs";
import type { RequestIds } from "./message/reply-headers";
import type { ApiRequest, ApiResponse } from "./message/request-response";
import type { Trace } from "./message/trace";
import { readRoutes } from "./routes/read-routes";
import { recordRoutes } from "./routes/record-routes";
import { noSuchPath } from "./routing/no-such-path";
import { isConfirmedOnly } from "./routing/requires-confirmation";
import type { RecordRoute } from "./routing/route-table";
import type { RouteMatch } from "./routing/routing";

type Deps = Parameters<typeof authenticatedRequest>[1] & {
  readonly maxBodyBytes: number;
  readonly limits?: RateLimits;
  readonly keptReads: KeptReads;
  readonly eventService: EventService;
};

/** The reads whose replies tell where a stream of events goes on after them. */
const followed: ReadonlySet<string> = new Set(["list", "get", "versions"]);

/** Answers a request for an operation on records: the permission first, then the body. */
export async function recordReply(
  deps: Deps,
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
  if (kept?.read) {
    const { read } = kept;
    return withToken(deps, operation, trace, () => read(authenticated.request, id));
  }
  requirePermission(authenticated.context, resource, route.caller);
  if (isConfirmedOnly(resource, operation)) requireConfirmation(authenticated.context);
  const whole = await withWholeBody(deps, authenticated, ids, route);
  const { context } = whole;
  const request = await inflatedFor(context.caller, whole.request);
  const body = await readBody(request, maxBodyBytes);
  await request.giveWay?.();
  const query = new URLSearchParams(request.query);
  const plain = { request, context, resource, id, query, body };
  const asked = context.caller.dialect ? inDialect(plain, operation) : plain;
  refuseUnknownInputs(asked, operation, resource);
  // The first write is already counted as the request.
  const others = writesIn(body) - 1;
  if (limits && others > 0) {
    Object.assign(trace.headers, limits.takeShare(callerScope(context.caller), others));
  }
  if (!kept) return withToken(deps, operation, trace, () => recordRoutes[operation](asked));
  const read = await readRoutes[kept.operation](asked);
  kept.keep(read);
  return withToken(deps, operation, trace, () => read(request, id));
}

/**
 * Reads records after their change token, so that no change falls between the two. A read needs no
 * token: without the database it reports the failure itself.
 */
function withToken(
  { eventService }: Deps,
  operation: RecordRoute["operation"],
  { headers }: Trace,
  read: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  if (!followed.has(operation)) return read();
  return withTokenBefore(eventService, headers, read);
}

async function withTokenBefore(
  eventService: EventService,
  headers: Trace["headers"],
  read: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const token =
    eventService.knownToken() ?? (await eventService.changeToken().catch(() => undefined));
  const reply = await read();
  if (token !== undefined) headers["X-Change-Token"] = token;
  return reply;
}

/** Returns the request with its body inflated, for a key whose dialect has compressed bodies. */
async function inflatedFor(caller: Caller, request: ApiRequest): Promise<ApiRequest> {
  const { inflate, headers, ...head } = request;
  if (!caller.dialect || !inflate) return request;
  const { "content-encoding": _, ...others } = headers;
  return { ...head, ...(await inflate(callerScope(caller))), headers: others };
}

/** Checks the permission before the body is examined. The operation checks it more closely. */
function requirePermission(context: Context, resource: Resource, right: Right): void {
  if (right === "read") visibilityOf(context, resource);
  else writableProjects(context, resource, right);
}
