import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/errors";

/** The longest request target (path and query string) in bytes. */
export const maxUrlLength = 8_192;

const methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
const pageMethods = ["GET", "HEAD"];

// The framework trusts these when they come from its own proxy; nothing outside may say them.
const internalHeaders = ["x-middleware-subrequest", "next-action", "content-security-policy"];

/** The two parts of a request target, as sent. */
export interface Target {
  readonly path: string;
  readonly query: string;
  /** True for what the API answers, false for what is a page or a file. */
  readonly isApi: boolean;
}

/**
 * Looks at a request before anything else does and removes headers that only the framework may set. Throws an
 * `AppError` for what nobody may send: a method that is not in the list, a WebSocket, a target that is too long,
 * does not decode, or holds control characters or backslashes.
 */
export function inspect(request: IncomingMessage): Target {
  for (const name of internalHeaders) delete request.headers[name];
  requireUnderstood(request);
  const target = request.url ?? "/";
  if (target.length > maxUrlLength) throw refused(`is longer than ${maxUrlLength} characters`);
  const { path, query } = split(target);
  requirePlain(path);
  const isApi = /^\/(?:api(?:\/|$)|healthz\/?$|readyz\/?$|metrics\/?$)/.test(path);
  requireMethod(request.method ?? "", isApi ? methods : pageMethods);
  if (/websocket/i.test(request.headers.upgrade ?? "")) {
    throw new AppError("validation", "This server takes no WebSocket connections. Use plain HTTP.");
  }
  return { path, query, isApi };
}

/** What HTTP itself demands (RFC 9112, section 3.2; RFC 9110, section 10.1.1). */
function requireUnderstood({ headers, httpVersion }: IncomingMessage): void {
  if (httpVersion === "1.1" && headers.host === undefined) {
    throw new AppError("validation", "The request has no Host header. Send one.");
  }
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect)) {
    throw new AppError("validation", "The Expect header may only ask for 100-continue.");
  }
}

/** Splits a target at its `?`; a target in absolute form (RFC 9112, section 3.2.2) counts as its path. */
function split(target: string): { path: string; query: string } {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, "");
  const [path = "", ...rest] = local.split("?");
  return { path: path === "" ? "/" : path, query: rest.join("?") };
}

function requirePlain(path: string): void {
  if (!path.startsWith("/")) throw refused("does not begin with a slash");
  const decoded = path.includes("%") ? decode(path) : path;
  if (decoded.includes("\\")) throw refused("holds a backslash");
  if (hasControlCharacter(decoded)) throw refused("holds a control character");
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw refused("has a % that begins no valid escape");
  }
}

function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

function requireMethod(method: string, allow: readonly string[]): void {
  if (allow.includes(method)) return;
  throw new AppError("method_not_allowed", `This path takes ${allow.join(", ")}.`, { allow });
}

function refused(why: string): AppError {
  return new AppError("validation", `The address of the request ${why}. Send another one.`);
}
