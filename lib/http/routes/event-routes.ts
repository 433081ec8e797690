import type * as events from "@/lib/contract/events";
import { eventStream } from "@/lib/http/event-stream/event-stream";
import type { StreamOwner } from "@/lib/http/event-stream/stream-limits";
import type { ApiResponse } from "@/lib/http/message/request-response";
import { visibilityOf } from "@/lib/operations/access/visibility";
import { labelsOf } from "@/lib/operations/record/labels";
import { resourceAt } from "@/lib/resources";
import { user } from "@/lib/resources/settings/user";
import { withEndCallback } from "@/lib/store/concurrency/end-callback";
import type { EndpointRequest, Handlers } from "./endpoint-request";

type EventRequest = EndpointRequest<typeof events.changeEvents>;
type PresenceRequest = EndpointRequest<typeof events.presence>;

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // Proxies of nginx pass each event on at once.
  "X-Accel-Buffering": "no",
};

/** Handlers of the stream of changes, and of the presence of users at records. */
export const eventRoutes: Handlers<typeof events> = { changeEvents, presence };

/** Throws a 403 for a named resource that the caller may read nowhere, and a 503 at the limits. */
async function changeEvents(asked: EventRequest): Promise<ApiResponse> {
  for (const path of asked.query.resources ?? []) requireReadable(asked, path);
  const { limits } = asked.eventService;
  const owner = ownerOf(asked);
  const reply = { status: 200, headers, body: "" };
  if (asked.request.method === "HEAD") {
    limits.require(owner);
    return reply;
  }
  // Taken before anything is awaited, so that requests at the same time are counted.
  const release = limits.take(owner);
  try {
    return { ...reply, ...(await openStream(asked, release)) };
  } catch (error) {
    release();
    throw error;
  }
}

/** Returns the stream of a request. `release` is called when it ends or the client leaves. */
async function openStream(
  { request, context, query, eventService, isStopping = () => false }: EventRequest,
  release: () => void,
) {
  const { recent, sentIds } = eventService;
  const { resources, records, projectId } = query;
  const closed = new AbortController();
  const stream = eventStream({
    ...{ recent, sentIds, context, isStopping },
    wanted: { resources, records, projectId },
    tokens: await eventService.tokens(),
    // Browsers send the header when they reconnect to the address with its first position.
    after: request.headers["last-event-id"] ?? query.after,
    signal: closed.signal,
  });
  const onClose = () => {
    closed.abort();
    release();
  };
  return { stream: withEndCallback(stream, release), onClose };
}

function requireReadable({ context }: EventRequest, path: string): void {
  const resource = resourceAt(path);
  if (resource) visibilityOf(context, resource);
}

function ownerOf({ context, signedIn }: EventRequest): StreamOwner {
  if (signedIn) return { id: `session ${signedIn.session.id}`, most: 6 };
  return { id: `key ${context.caller.id}`, most: 20 };
}

/** Knows nobody at a record that the caller may not read. Throws a 403 for an unreadable resource. */
async function presence(asked: PresenceRequest) {
  const { context, body, eventService } = asked;
  const { resource, recordId, mode, page: pageId = "" } = body;
  visibilityOf(context, resource);
  const readable = await labelsOf(context, resource, [recordId]);
  if (!readable.has(recordId)) return { data: [] };
  const place = { resource: resource.path, recordId };
  const userId = context.caller.id;
  eventService.presence.arrive({ ...place, userId, pageId, mode });
  const others = eventService.presence.at(place).filter((one) => one.userId !== userId);
  const ids = others.map((one) => one.userId);
  const names = await labelsOf(context, user, ids);
  return {
    data: others.flatMap(({ userId: id, mode: doing, since }) => {
      const name = names.get(id)?.label;
      return name === undefined
        ? []
        : [{ userId: id, name, mode: doing, since: new Date(since).toISOString() }];
    }),
  };
}
