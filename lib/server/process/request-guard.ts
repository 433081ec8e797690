import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/errors";
import { allowed, matchRoute } from "@/lib/http/routing/routing";
import { refusedAddress, requirePlainPath } from "@/lib/http/routing/validate-path";

/** Longest request target (path and query string) in bytes. */
export const maxUrlLength = 8_192;

const methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
const pageMethods = ["GET", "HEAD"];

// Headers that the framework trusts from its own proxy. Clients must not set them.
const internalHeaders = ["x-middleware-subrequest", "next-action", "content-security-policy"];

/** The two parts of a request target, as sent. */
export interface RequestTarget {
  readonly path: string;
  readonly query: string;
  /** True for the API and for status pages, false for a page of the console or a file. */
  readonly isApi: boolean;
}

/**
 * Checks a request before any other work, and removes headers that only the framework may set.
 * Throws an `AppError` for an unlisted method, a WebSocket, a target that is too long, does not
 * decode, or holds control characters, backslashes or dot segments, and for two Host headers.
 */
export function checkRequest(request: IncomingMessage): RequestTarget {
  for (const name of internalHeaders) delete request.headers[name];
  requireUnderstood(request);
  const target = request.url ?? "/";
  if (target.length > maxUrlLength)
    throw refusedAddress(`is longer than ${maxUrlLength} characters`);
  const { path, query } = split(target);
  // Tests the decoded path, as the pages would read it, so that the API has no second entrance.
  const isApi = apiPath.test(requirePlainPath(path));
  requireMethod(request.method ?? "", isApi ? methods : pageMethods, path);
  if (/websocket/i.test(request.headers.upgrade ?? "")) {
    throw new AppError("validation", "This server takes no WebSocket connections. Use plain HTTP.");
  }
  return { path, query, isApi };
}

const apiPath =
  /^\/+(?:api(?:\/|$)|status(?:\/|$)|healthz\/?$|readyz\/?$|metrics\/?$|(?:llms|\.well-known\/security)\.txt$)/;

/** Checks the requirements of HTTP (RFC 9112, section 3.2; RFC 9110, section 10.1.1). */
function requireUnderstood({ headers, httpVersion, rawHeaders }: IncomingMessage): void {
  if (httpVersion === "1.1" && headers.host === undefined) {
    throw new AppError("validation", "The request has no Host header. Send one.");
  }
  if (hosts(rawHeaders) > 1) {
    throw new AppError("validation", "The request has more than one Host header. Send one.");
  }
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect)) {
    throw new AppError("validation", "The Expect header may only ask for 100-continue.");
  }
}

function hosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

/** Splits a target at its `?`. An absolute form (RFC 9112, section 3.2.2) counts as its path. */
function split(target: string): { path: string; query: string } {
  const local = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*/i, "");
  const mark = local.indexOf("?");
  const path = mark === -1 ? local : local.slice(0, mark);
  return { path: path === "" ? "/" : path, query: mark === -1 ? "" : local.slice(mark + 1) };
}

function requireMethod(method: string, known: readonly string[], path: string): void {
  if (known.includes(method)) return;
  const match = matchRoute(path);
  const allow = match ? allowed(match) : known;
  throw new AppError("method_not_allowed", `This path takes ${allow.join(", ")}.`, { allow });
}
