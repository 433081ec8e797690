import { callerScope } from "@/lib/auth/grants/caller-scope";
import type { RequestIds } from "@/lib/http/message/reply-headers";
import type { ApiRequest } from "@/lib/http/message/request-response";
import type { Route } from "@/lib/http/routing/route-table";
import type { Context, Policy } from "@/lib/operations/transaction/context";
import type { Store } from "@/lib/store/port/store";
import { type Authentication, authenticateRequest } from "./credentials";
import type { SessionService } from "./session-service";

/** A request and its authenticated caller. */
export interface AuthenticatedRequest extends Pick<Authentication, "signedIn"> {
  readonly request: ApiRequest;
  readonly context: Context;
}

interface Deps {
  readonly sessionService: SessionService;
  readonly store: Store;
  readonly policy: Policy;
  readonly now: () => Date;
}

export function authenticatedRequest(
  { caller, channel, signedIn, requireCurrent }: Authentication,
  deps: Deps,
  request: ApiRequest,
  ids: RequestIds,
  route: Route | undefined,
): AuthenticatedRequest {
  const { sessionService, store, policy, now } = deps;
  const { requestId } = ids;
  const context: Context = {
    ...{ caller, requestId, channel, store, policy, now, requireCurrent },
    readDevice: () => sessionService.deviceOf(request),
    lookUpAgain: async () => (await sentAgain(deps, request, ids, route)).context,
    confirmedUntil: signedIn?.session.confirmedUntil,
    lockWait: request.lockWait,
  };
  return { request, context, signedIn };
}

/** Returns the same request with its caller looked up again. Throws as `callerOf` does. */
async function sentAgain(
  deps: Deps,
  request: ApiRequest,
  ids: RequestIds,
  route: Route | undefined,
): Promise<AuthenticatedRequest> {
  return authenticatedRequest(
    await authenticateRequest({ ...deps, request }, route),
    deps,
    request,
    ids,
    route,
  );
}

/**
 * Returns the request with its whole body. A large body is received only after authentication. It
 * can arrive slowly, so the caller is looked up again: the key may be revoked or rights lost
 * meanwhile. Throws as `callerOf` does.
 */
export async function withWholeBody(
  deps: Deps,
  authenticated: AuthenticatedRequest,
  ids: RequestIds,
  route: Route,
): Promise<AuthenticatedRequest> {
  const { more, ...head } = authenticated.request;
  if (!more) return authenticated;
  const scope = callerScope(authenticated.context.caller);
  const request = { ...head, ...(await more(scope)) };
  return sentAgain(deps, request, ids, route);
}
