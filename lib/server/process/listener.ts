import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Application } from "@/lib/app";
import type { AppError } from "@/lib/errors";
import { corsHeaders } from "@/lib/http/guard/cors";
import { refuse } from "@/lib/http/handle";
import { BodyBudget } from "@/lib/http/message/body/body-budget";
import { type IncomingBody, receiveBody } from "@/lib/http/message/body/receive-body";
import { requestIdsOf, shownId } from "@/lib/http/message/reply-headers";
import type { ApiRequest, ApiResponse, Content } from "@/lib/http/message/request-response";
import type { AdmissionQueue } from "@/lib/server/admission/admission-queue";
import type { AdmittedRequest } from "@/lib/server/admission/admitted-request";
import { isOverloadError } from "@/lib/server/admission/overload-errors";
import { rejectRequest } from "@/lib/server/admission/reject-request";
import type { HandlePage } from "@/lib/server/pages/create-pages";
import { plainHeaders } from "@/lib/server/plain-headers";
import { beginRequest, endRequest } from "./idle-timeout";
import { incomingOf, isStillSending } from "./read-body";
import { checkRequest, type RequestTarget } from "./request-guard";
import { sendReply, sendWhole } from "./send-reply";

/** The parts that the listener connects. */
export interface ListenerParts {
  readonly application: Application;
  /** Answers requests outside the API. */
  readonly pages: HandlePage;
  /** True once the process was told to end. Each response then ends its connection. */
  readonly isClosing: () => boolean;
  /** The admission queue for times of overload. */
  readonly queue: AdmissionQueue;
}

/**
 * Returns the only listener of the process. API requests go to the application, all others to the
 * pages. Errors become problem documents (RFC 9457) and are logged; none is thrown.
 */
export function createListener(parts: ListenerParts): RequestListener {
  return (request, response) => {
    // Before any other work, because a rejection must cost next to nothing.
    const reason = parts.queue.refusal(() =>
      urgent.test(request.url ?? "") ? undefined : tagOf(parts, request),
    );
    if (reason) {
      sendAway(parts, request, response, reason);
      return;
    }
    serve(parts, request, response).catch((error: unknown) => {
      fail(parts, request, response, error);
    });
  };
}

const strictTransport = "max-age=31536000";

async function serve(
  parts: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (parts.application.settings.publicUrl?.startsWith("https:")) {
    response.setHeader("Strict-Transport-Security", strictTransport);
  }
  const target = checkRequest(request);
  if (!target.isApi) return servePage(parts, request, response, target);
  const reply = await answer(parts, request, target);
  if (isStillSending(request)) response.setHeader("Connection", "close");
  return sendReply({ log: parts.application.log, isClosing: parts.isClosing }, response, reply);
}

/**
 * Health checks do not wait, nor does sign-in, which operators need to find the cause. The parts of
 * an admitted page do not wait either, because browsers do not retry them.
 */
const urgent =
  /^\/(?:(?:healthz|readyz|metrics|api\/auth\/sign-in\/email)\/?(?:\?|$)|_next\/static\/)/;

async function answer(
  { application, queue }: ListenerParts,
  request: IncomingMessage,
  { path, query }: RequestTarget,
): Promise<ApiResponse> {
  const { method = "GET", socket } = request;
  const { remoteAddress: address } = socket;
  const head = { method, path, query, headers: plainHeaders(request), address };
  const incoming = incomingOf(request);
  const { maxBodyBytes } = application.settings;
  const { content, release } = await receiveBody(head, incoming, { maxBodyBytes, budget });
  beginRequest(socket);
  try {
    const begin = (admitted?: AdmittedRequest) =>
      application.handle(requestFor(head, content, incoming, admitted));
    const reply = await (urgent.test(path)
      ? begin()
      : queue.run(application.tags.tagOf(head), begin));
    if (content.more && !request.complete) await incoming.drop();
    return reply;
  } finally {
    endRequest(socket);
    release();
  }
}

/** Returns the request for the handler. Its `more` and `giveWay` release a slot meanwhile. */
function requestFor(
  { method, path, query, headers, address }: Omit<ApiRequest, keyof Content>,
  { body, bytes, inflate, more }: Content,
  { requireClient }: IncomingBody,
  admitted: AdmittedRequest | undefined,
): ApiRequest {
  const isLong = more !== undefined && admitted !== undefined;
  return {
    ...{ method, path, query, headers, address },
    ...{ body, bytes, inflate, requireClient },
    more: isLong ? (id: string) => admitted.suspend(() => more(id)) : more,
    giveWay: isLong ? () => admitted.giveWay() : undefined,
    lockWait: admitted,
  } satisfies Record<keyof ApiRequest, unknown>;
}

/** Returns the caller that a request counts for in the queue. */
function tagOf({ application }: ListenerParts, request: IncomingMessage): string {
  const { remoteAddress: address } = request.socket;
  return application.tags.tagOf({ headers: plainHeaders(request), address });
}

/** One for the process, because bodies are counted over all connections. */
const budget = new BodyBudget();

async function servePage(
  parts: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
  { path }: RequestTarget,
): Promise<void> {
  const { pages, application, isClosing, queue } = parts;
  // A page takes as long as its reader, so it waits for admission but keeps no slot.
  if (!urgent.test(path)) await queue.run(tagOf(parts, request), async () => undefined);
  const started = performance.now();
  const ids = requestIdsOf(plainHeaders(request));
  response.setHeader("X-Request-Id", shownId(ids));
  if (isClosing()) response.setHeader("Connection", "close");
  await pages(request, response, (read) =>
    queue.run(application.tags.tagOf(read), () => application.handle(read)),
  );
  const durationMs = performance.now() - started;
  const { method = "GET" } = request;
  const { statusCode: status } = response;
  application.log.request({ ...ids, method, route: withoutToken(path), status, durationMs });
}

/** Hides the secret in the path of invitation and reset links. */
function withoutToken(path: string): string {
  return path.replace(/^\/+(invite|reset)\/.*/i, "/$1/:token");
}

/** Answers a request that failed. A response that has begun can only be cut off. */
function fail(
  parts: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  if (isOverloadError(error)) {
    sendAway(parts, request, response, error);
    return;
  }
  const { method = "GET" } = request;
  const headers = plainHeaders(request);
  const ids = requestIdsOf(headers);
  const { log, settings } = parts.application;
  const reply = refuse({ method, headers }, error, settings.corsOrigins, ids);
  if (reply.status === 500) log.trouble("a request failed in the server", error);
  log.request({ ...ids, method, route: "-", status: reply.status, durationMs: 0 });
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (isStillSending(request)) response.setHeader("Connection", "close");
  sendWhole({ log, isClosing: parts.isClosing }, response, reply);
}

/** Rejects a request because of overload, and counts it. */
function sendAway(
  { application, isClosing }: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
  reason: AppError,
): void {
  const { method = "GET" } = request;
  const { publicUrl, corsOrigins } = application.settings;
  const status = rejectRequest(request, response, reason, {
    ...(corsOrigins.length > 0 &&
      corsHeaders({ method, headers: plainHeaders(request) }, corsOrigins, () => [])),
    ...(publicUrl?.startsWith("https:") && { "Strict-Transport-Security": strictTransport }),
    ...((isClosing() || isStillSending(request)) && { Connection: "close" }),
  });
  application.log.turnedAway({ requestId: "-", method, route: "-", status, durationMs: 0 });
}
