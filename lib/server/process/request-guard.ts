import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/errors";
import { refusedAddress, requirePlainPath } from "@/lib/http/routing/plain-path";

/** The longest request target (path and query string) in bytes. */
export const maxUrlLength = 8_192;

const methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
const pageMethods = ["GET", "HEAD"];

// The framework trusts these when they come from its own proxy; nothing outside may say them.
const internalHeaders = ["x-middleware-subrequest", "next-action", "content-security-policy"];

/** The two parts of a request target, as sent. */
export interface RequestTarget {
  readonly path: string;
  readonly query: string;
  /** True for what the API answers, false for what is a page or a file. */
  readonly isApi: boolean;
}

/**
 * Looks at a request before anything else does and removes headers that only the framework may set. Throws an
 * `AppError` for what nobody may send: a method that is not in the list, a WebSocket, a target that is too long,
 * does not decode, or holds control characters, backslashes or dot segments; two Host headers.
 */
export function checkRequest(request: IncomingMessage): RequestTarget {
  for (const name of internalHeaders) delete request.headers[name];
  requireUnderstood(request);
  const target = request.url ?? "/";
  if (target.length > maxUrlLength)
    throw refusedAddress(`is longer than ${maxUrlLength} characters`);
  const { path, query } = split(target);
  // By the decoded path, as the pages would read it: the API has no second way in.
  const isApi = apiPath.test(requirePlainPath(path));
  requireMethod(request.method ?? "", isApi ? methods : pageMethods);
  if (/websocket/i.test(request.headers.upgrade ?? "")) {
    throw new AppError("validation", "This server takes no WebSocket connections. Use plain HTTP.");
  }
  return { path, query, isApi };
}

const apiPath =
  /^\/+(?:api(?:\/|$)|healthz\/?$|readyz\/?$|metrics\/?$|\.well-known\/security\.txt$)/;

/** What HTTP itself demands (RFC 9112, section 3.2; RFC 9110, section 10.1.1). */
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

/** Splits a target at its `?`; a target in absolute form (RFC 9112, section 3.2.2) counts as its path. */
function split(target: string): { path: string; query: string } {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, "");
  const [path = "", ...rest] = local.split("?");
  return { path: path === "" ? "/" : path, query: rest.join("?") };
}

function requireMethod(method: string, allow: readonly string[]): void {
  if (allow.includes(method)) return;
  throw new AppError("method_not_allowed", `This path takes ${allow.join(", ")}.`, { allow });
}
