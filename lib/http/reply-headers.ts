import { randomUUID } from "node:crypto";
import type { ApiRequest, ApiResponse } from "./exchange";

/** The id a request goes by: the client's `X-Request-Id` when it is well formed, else a new one. */
export function requestIdOf(headers: ApiRequest["headers"]): string {
  const sent = headers["x-request-id"];
  return sent !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID();
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
  return stream && !isHead ? { ...reply, stream } : reply;
}
