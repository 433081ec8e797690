import type { ApiRequest } from "@/lib/http/message/request-response";

/** Headers that a page of another origin may send, besides the safelisted ones. */
const sendable = [
  "ApiKey",
  "Authorization",
  "X-API-Key",
  "Content-Type",
  "If-Match",
  "If-None-Match",
  "Idempotency-Key",
  "X-Request-Id",
  "X-File-Name",
  "Last-Event-ID",
  "tenantid",
  "projectid",
];
/** Headers of replies that such a page may read: the documented ones that are not for the browser. */
const readable = [
  "Allow",
  "Content-Disposition",
  "ETag",
  "Idempotent-Replayed",
  "Link",
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "Retry-After",
  "Server-Timing",
  "WWW-Authenticate",
  "X-Change-Token",
  "X-Request-Id",
];

/**
 * Returns the headers that let a page of a listed origin use the response (Fetch, "CORS protocol");
 * none for other origins. A preflight response names the `methods`. Cookies never count across
 * origins, so such pages send an API key.
 */
export function corsHeaders(
  { method, headers }: Pick<ApiRequest, "method" | "headers">,
  origins: readonly string[],
  methods: () => readonly string[],
): Record<string, string> {
  if (origins.length === 0) return {};
  const { origin } = headers;
  if (origin === undefined || !origins.includes(origin)) return { Vary: "Origin" };
  const always = {
    Vary: "Origin",
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": readable.join(", "),
  };
  if (method !== "OPTIONS") return always;
  return {
    ...always,
    "Access-Control-Allow-Methods": methods().join(", "),
    "Access-Control-Allow-Headers": sendable.join(", "),
    "Access-Control-Max-Age": "600",
  };
}
