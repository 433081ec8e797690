import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Application } from "@/lib/app";
import { corsHeaders } from "@/lib/http/cors";
import type { ApiResponse } from "@/lib/http/exchange";
import { refuse } from "@/lib/http/handle";
import { requestIdOf } from "@/lib/http/reply-headers";
import { byteLimit, bytesBody } from "@/lib/http/uploads";
import { inspect, type Target } from "./guard";
import { isStillSending, readBody, readBytes } from "./read-body";
import { type Sender, sendReply, sendWhole } from "./send-reply";
import { turnAway } from "./turn-away";
import { type Turns, turnedAway } from "./turns";

/** What the listener stands between. */
export interface ListenerParts {
  readonly application: Application;
  /** Answers what is not the API. */
  readonly pages: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** True once the process was told to end: each answer then ends its connection. */
  readonly isClosing: () => boolean;
  /** Where requests wait when there is too much to do. */
  readonly turns: Turns;
}

/**
 * The one listener of the process: the API goes to the application object, everything else to the pages. Whatever
 * goes wrong is answered as a problem document (RFC 9457) and logged; nothing is thrown.
 */
export function createListener(parts: ListenerParts): RequestListener {
  return (request, response) => {
    // Before anything else is done: what is refused must cost next to nothing.
    if (parts.turns.isFull && !urgent.test(request.url ?? "")) {
      sendAway(parts, request, response);
      return;
    }
    serve(parts, request, response).catch((error: unknown) => {
      fail(parts, request, response, error);
    });
  };
}

const strictTransport = { "Strict-Transport-Security": "max-age=31536000" };
async function serve(
  parts: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (parts.application.settings.publicUrl?.startsWith("https:")) {
    response.setHeader("Strict-Transport-Security", strictTransport["Strict-Transport-Security"]);
  }
  const target = inspect(request);
  if (target.isApi)
    await sendReply(senderOf(parts), response, await answer(parts, request, target));
  else await servePage(parts, request, response, target);
}

/**
 * What tells whether the server is well, and the way in for those who want to know why it is not, waits for nobody; nor
 * do the parts of a page that was let in, which browsers do not ask for a second time.
 */
const urgent =
  /^\/(?:(?:healthz|readyz|metrics|api\/auth\/sign-in\/email)\/?(?:\?|$)|_next\/static\/)/;

async function answer(
  { application, turns }: ListenerParts,
  request: IncomingMessage,
  { path, query }: Target,
): Promise<ApiResponse> {
  const { method = "GET" } = request;
  const content = await contentOf(request, path, application.settings.maxBodyBytes);
  const address = request.socket.remoteAddress;
  const begin = () =>
    application.handle({
      ...{ method, path, query, headers: plainHeaders(request), ...content },
      ...(address !== undefined && { address }),
    });
  return urgent.test(path) ? begin() : turns.take(begin);
}

async function contentOf(request: IncomingMessage, path: string, maxBodyBytes: number) {
  const limit = byteLimit(request.method ?? "GET", path);
  if (limit === undefined) return { body: await readBody(request, maxBodyBytes) };
  return bytesBody(await readBytes(request, limit), request.headers["content-encoding"]);
}

async function servePage(
  { pages, application, isClosing, turns }: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
  { path }: Target,
): Promise<void> {
  // A page is as long under way as its reader takes, so it waits for its turn but does not hold it.
  if (!urgent.test(path)) await turns.take(async () => undefined);
  const started = performance.now();
  const requestId = requestIdOf(plainHeaders(request));
  response.setHeader("X-Request-Id", requestId);
  if (isClosing()) response.setHeader("Connection", "close");
  await pages(request, response);
  const durationMs = performance.now() - started;
  const { method = "GET" } = request;
  application.log.request({
    requestId,
    method,
    route: withoutToken(path),
    status: response.statusCode,
    durationMs,
  });
}

/** The links of invitations and resets carry their secret in the path. */
function withoutToken(path: string): string {
  return path.replace(/^\/+(invite|reset)\/.*/i, "/$1/:token");
}

/** The server joins headers that were sent twice, so each is one string; only `set-cookie` is a list. */
function plainHeaders({ headers }: IncomingMessage): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === "string") plain[name] = value;
  }
  return plain;
}

function senderOf({ application: { log }, isClosing }: ListenerParts): Sender {
  return { log, isClosing };
}

/** Answers what could not be served; an answer that has begun can only be cut off. */
function fail(
  parts: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  if (error === turnedAway) {
    sendAway(parts, request, response);
    return;
  }
  const { method = "GET" } = request;
  const reply = refuse(
    { method, headers: plainHeaders(request) },
    error,
    parts.application.settings.corsOrigins,
  );
  const { log } = parts.application;
  if (reply.status === 500) log.trouble("a request failed in the server", error);
  const { "X-Request-Id": requestId = "" } = reply.headers;
  log.request({ requestId, method, route: "-", status: reply.status, durationMs: 0 });
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (isStillSending(request)) response.setHeader("Connection", "close");
  sendWhole(senderOf(parts), response, reply);
}

/** Answers a request that finds no time, and counts it. */
function sendAway(
  { application, isClosing }: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { method = "GET" } = request;
  const { publicUrl, corsOrigins } = application.settings;
  turnAway(request, response, {
    ...(corsOrigins.length > 0 &&
      corsHeaders({ method, headers: plainHeaders(request) }, corsOrigins, () => [])),
    ...(publicUrl?.startsWith("https:") && strictTransport),
    ...((isClosing() || isStillSending(request)) && { Connection: "close" }),
  });
  application.log.turnedAway({ requestId: "-", method, route: "-", status: 503, durationMs: 0 });
}
