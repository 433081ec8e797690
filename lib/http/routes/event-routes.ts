import type * as events from "@/lib/contract/events";
import { eventStream } from "@/lib/http/event-stream/event-stream";
import type { StreamOwner } from "@/lib/http/event-stream/stream-limits";
import type { ApiResponse } from "@/lib/http/message/request-response";
import { visibilityOf } from "@/lib/operations/access/visibility";
import { resourceAt } from "@/lib/resources";
import type { EndpointRequest, Handlers } from "./endpoint-request";

type EventRequest = EndpointRequest<typeof events.changeEvents>;

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // Proxies of nginx pass each event on at once.
  "X-Accel-Buffering": "no",
};

/** Handlers of the stream of changes. */
export const eventRoutes: Handlers<typeof events> = { changeEvents };

/** Throws a 403 for a named resource that the caller may read nowhere, and a 503 at the limits. */
async function changeEvents(asked: EventRequest): Promise<ApiResponse> {
  const { request, context, query, eventService } = asked;
  for (const path of query.resources ?? []) requireReadable(asked, path);
  const { recent, limits } = eventService;
  const owner = ownerOf(asked);
  limits.require(owner);
  const reply = { status: 200, headers, body: "" };
  if (request.method === "HEAD") return reply;
  const { resources, records, projectId } = query;
  const closed = new AbortController();
  const stream = eventStream({
    ...{ recent, limits, owner, context },
    wanted: { resources, records, projectId },
    tokens: await eventService.tokens(),
    // Browsers send the header when they reconnect to the address with its first position.
    after: request.headers["last-event-id"] ?? query.after,
    isStopping: asked.isStopping ?? (() => false),
    signal: closed.signal,
  });
  return { ...reply, stream, onClose: () => closed.abort() };
}

function requireReadable({ context }: EventRequest, path: string): void {
  const resource = resourceAt(path);
  if (resource) visibilityOf(context, resource);
}

function ownerOf({ context, signedIn }: EventRequest): StreamOwner {
  if (signedIn) return { id: `session ${signedIn.session.id}`, most: 6 };
  return { id: `key ${context.caller.id}`, most: 20 };
}
