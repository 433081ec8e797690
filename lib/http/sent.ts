import type { Context, Policy } from "@/lib/operations/context";
import type { Store } from "@/lib/store/store";
import { type Asker, callerOf } from "./credentials";
import type { Door } from "./door";
import type { ApiRequest } from "./exchange";
import type { RequestIds } from "./reply-headers";
import type { Place } from "./routing";

/** A request, and who sent it. */
export interface Sent extends Pick<Asker, "signedIn"> {
  readonly request: ApiRequest;
  readonly context: Context;
}

interface Deps {
  readonly door: Door;
  readonly store: Store;
  readonly policy: Policy;
  readonly now: () => Date;
}

export function sentBy(
  { caller, channel, signedIn }: Asker,
  deps: Deps,
  request: ApiRequest,
  ids: RequestIds,
  place: Place | undefined,
): Sent {
  const { door, store, policy, now } = deps;
  const { requestId } = ids;
  const context: Context = {
    ...{ caller, requestId, channel, store, policy, now },
    device: door.deviceOf(request),
    lookUpAgain: async () => (await sentAgain(deps, request, ids, place)).context,
    ...(signedIn && { confirmedUntil: signedIn.session.confirmedUntil }),
  };
  return { request, context, ...(signedIn && { signedIn }) };
}

/** The same request with its caller looked up again. Throws as `callerOf` does. */
async function sentAgain(
  deps: Deps,
  request: ApiRequest,
  ids: RequestIds,
  place: Place | undefined,
): Promise<Sent> {
  return sentBy(await callerOf({ ...deps, request }, place), deps, request, ids, place);
}

/**
 * The request with all of its body, which a large one has only now that its caller is known. It may come so slowly that
 * the caller is asked for again: the key may be revoked by then, or the rights gone. Throws as `callerOf` does.
 */
export async function wholeOf(
  deps: Deps,
  sent: Sent,
  ids: RequestIds,
  place: Place,
): Promise<Sent> {
  const { more, ...head } = sent.request;
  if (!more) return sent;
  const request = { ...head, ...(await more(sent.context.caller.id)) };
  return sentAgain(deps, request, ids, place);
}
