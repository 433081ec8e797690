import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Application } from "@/lib/app";
import { AppError } from "@/lib/errors";
import type { ApiResponse } from "@/lib/http/exchange";
import { refuse } from "@/lib/http/handle";
import { requestIdOf } from "@/lib/http/reply-headers";
import { byteLimit, bytesBody } from "@/lib/http/uploads";
import { inspect, type Target } from "./guard";
import { readBody, readBytes } from "./read-body";

/** What the listener stands between. */
export interface ListenerParts {
  readonly application: Application;
  /** Answers what is not the API. */
  readonly pages: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** True once the process was told to end. */
  readonly isClosing: () => boolean;
}

/**
 * The one listener of the process: the API goes to the application object, everything else to the pages. Whatever
 * goes wrong is answered as a problem document (RFC 9457) and logged; nothing is thrown.
 */
export function createListener(parts: ListenerParts): RequestListener {
  return (request, response) => {
    serve(parts, request, response).catch((error: unknown) => {
      fail(parts, request, response, error);
    });
  };
}

async function serve(
  parts: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = inspect(request);
  if (parts.isClosing()) throw closing();
  if (target.isApi) await reply(parts, response, await answer(parts, request, target));
  else await servePage(parts, request, response, target);
}

async function answer(
  { application }: ListenerParts,
  request: IncomingMessage,
  { path, query }: Target,
): Promise<ApiResponse> {
  const { method = "GET" } = request;
  const content = await contentOf(request, path, application.settings.maxBodyBytes);
  const address = request.socket.remoteAddress;
  return application.handle({
    ...{ method, path, query, headers: plainHeaders(request), ...content },
    ...(address !== undefined && { address }),
  });
}

async function contentOf(request: IncomingMessage, path: string, maxBodyBytes: number) {
  const limit = byteLimit(request.method ?? "GET", path);
  if (limit === undefined) return { body: await readBody(request, maxBodyBytes) };
  return bytesBody(await readBytes(request, limit), request.headers["content-encoding"]);
}

async function servePage(
  { pages, application }: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
  { path }: Target,
): Promise<void> {
  const started = performance.now();
  const requestId = requestIdOf(plainHeaders(request));
  response.setHeader("X-Request-Id", requestId);
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

async function reply(
  parts: ListenerParts,
  response: ServerResponse,
  { stream, ...head }: ApiResponse,
): Promise<void> {
  if (!stream) return send(parts, response, head);
  response.writeHead(head.status, {
    ...head.headers,
    ...(parts.isClosing() && { Connection: "close" }),
  });
  try {
    await pipeline(Readable.from(stream, { objectMode: false }), response);
  } catch (error) {
    if (!hasLeft(error)) throw error;
  }
}

/** A client that goes away before the end is no fault. */
function hasLeft(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";
}

function send({ isClosing }: ListenerParts, response: ServerResponse, reply: ApiResponse): void {
  const { status, headers, body } = reply;
  const isBare = response.req.method === "HEAD" || status === 204 || status === 304;
  if (isClosing()) response.setHeader("Connection", "close");
  const length = isBare ? undefined : { "Content-Length": Buffer.byteLength(body) };
  response.writeHead(status, { ...length, ...headers });
  response.end(body);
}

/** Answers what could not be served; an answer that has begun can only be cut off. */
function fail(
  parts: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  const { method = "GET" } = request;
  const reply = refuse({ method, headers: plainHeaders(request) }, error);
  if (reply.status === 500) parts.application.log.trouble("a request failed in the server", error);
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (isStillSending(request)) response.setHeader("Connection", "close");
  send(parts, response, reply);
}

function isStillSending({ complete, headers }: IncomingMessage): boolean {
  const hasBody = headers["content-length"] ?? headers["transfer-encoding"];
  return hasBody !== undefined && !complete;
}

function closing(): AppError {
  const detail = "The server is closing. Send the request again in a few seconds.";
  return new AppError("unavailable", detail, { retryAfterSeconds: 5 });
}
