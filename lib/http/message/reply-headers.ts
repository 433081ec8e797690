import { randomUUID } from "node:crypto";
import type { ApiRequest, ApiResponse } from "./request-response";

/** The ids of a request. */
export interface RequestIds {
  /** The server's own id, new for each request. The logs store it. */
  readonly requestId: string;
  /** The client's `X-Request-Id`, if well formed. Not necessarily unique. */
  readonly clientRequestId?: string;
}

/** Returns a new id, and the client's own beside it. */
export function requestIdsOf(headers: ApiRequest["headers"]): RequestIds {
  const sent = headers["x-request-id"];
  const requestId = randomUUID();
  const isWellFormed = sent !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(sent);
  return isWellFormed ? { requestId, clientRequestId: sent } : { requestId };
}

/** Returns the id for the response: the client's if sent. The request's log line has both. */
export function shownId({ requestId, clientRequestId }: RequestIds): string {
  return clientRequestId ?? requestId;
}

/** The contents of a response's common headers. */
interface Answered {
  readonly requestId: string;
  readonly durationMs: number;
  readonly isHead: boolean;
}

/**
 * Adds the common headers and `more` to a response. A HEAD response keeps its headers and loses its
 * body. The response's own headers override the common ones, and `more` overrides both, except
 * `Vary`, which names what all of them depend on.
 */
export function withCommonHeaders(
  { status, headers, body, bytes, stream, onClose }: ApiResponse,
  { requestId, durationMs, isHead }: Answered,
  more: Readonly<Record<string, string>> = {},
): ApiResponse {
  const all: Record<string, string> = {
    "X-Request-Id": requestId,
    "Server-Timing": `total;dur=${durationMs.toFixed(2)}`,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
  };
  Object.assign(all, headers, more);
  const { Vary: vary } = headers;
  if (vary !== undefined && more["Vary"] !== undefined) all["Vary"] = `${more["Vary"]}, ${vary}`;
  if (bytes && !isHead) return { status, headers: all, body: "", bytes };
  if (stream && isHead) leave(stream);
  if (stream && !isHead) return { status, headers: all, body, stream, onClose };
  return { status, headers: all, body: isHead ? "" : body };
}

/** Ends a stream that nobody reads, which releases its resources. */
function leave(stream: AsyncIterable<unknown>): void {
  void stream[Symbol.asyncIterator]().return?.();
}
