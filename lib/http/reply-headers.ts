import { randomUUID } from "node:crypto";
import type { ApiRequest, ApiResponse } from "./exchange";

/** The id a request goes by: the client's `X-Request-Id` when it is well formed, else a new one. */
export function requestIdOf(headers: ApiRequest["headers"]): string {
  const sent = headers["x-request-id"];
  return sent !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID();
}

/** Adds the headers that every reply has; the reply to a HEAD keeps its headers and loses its body. */
export function withCommonHeaders(
  { status, headers, body, stream }: ApiResponse,
  requestId: string,
  durationMs: number,
  isHead: boolean,
): ApiResponse {
  return {
    status,
    // A spread in front of other keys takes several times as long as one behind them.
    headers: {
      "X-Request-Id": requestId,
      "Server-Timing": `total;dur=${durationMs.toFixed(2)}`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "Referrer-Policy": "no-referrer",
      ...headers,
    },
    body: isHead ? "" : body,
    ...(stream && !isHead && { stream }),
  };
}
