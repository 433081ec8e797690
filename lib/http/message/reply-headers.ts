import { randomUUID } from "node:crypto";
import type { ApiRequest, ApiResponse } from "./exchange";

/** The ids of a request. */
export interface RequestIds {
  /** The server's own, new for each request: what the logs keep. */
  readonly requestId: string;
  /** The client's `X-Request-Id`, when it is well formed. Two requests may bear the same. */
  readonly clientRequestId?: string;
}

/** A new id, and the client's own beside it. */
export function requestIdsOf(headers: ApiRequest["headers"]): RequestIds {
  const sent = headers["x-request-id"];
  const requestId = randomUUID();
  const isWellFormed = sent !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(sent);
  return isWellFormed ? { requestId, clientRequestId: sent } : { requestId };
}

/** The id that the reply shows: the client's where it sent one. The line of the request log holds both. */
export function shownId({ requestId, clientRequestId }: RequestIds): string {
  return clientRequestId ?? requestId;
}

/** What the common headers of a reply tell. */
interface Answered {
  readonly requestId: string;
  readonly durationMs: number;
  readonly isHead: boolean;
}

/**
 * Adds the headers that every reply has, and `more`; the reply to a HEAD keeps its headers and loses its body. What a
 * reply says itself counts before the common ones, and `more` before that.
 */
export function withCommonHeaders(
  { status, headers, body, stream }: ApiResponse,
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
  const reply = { status, headers: all, body: isHead ? "" : body };
  if (stream && isHead) leave(stream);
  return stream && !isHead ? { ...reply, stream } : reply;
}

/** Ends a stream that nobody reads, so that it gives back what it holds. */
function leave(stream: AsyncIterable<unknown>): void {
  void stream[Symbol.asyncIterator]().return?.();
}
