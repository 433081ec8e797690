import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { matchRoute } from "@/lib/http/routing/routing";
import { storedHash } from "@/tests/hard/fuzz-records";
import { replyFaults } from "@/tests/openapi-validator";
import { leaksIn } from "@/tests/server/leak-patterns";

/**
 * Returns the faults of a response to any request: a 5xx, an internal word, an undocumented form.
 */
export function faultsIn(request: ApiRequest, reply: ApiResponse): string[] {
  const { status, headers, body } = reply;
  const faults = leaksIn(body + JSON.stringify(headers)).map((leak) => `tells of ${leak}`);
  if (body.includes(storedHash)) faults.push("shows what nobody may read");
  if (status >= 500) faults.push(`answers ${status}`);
  if (/[\r\n]/.test(Object.values(headers).join(""))) faults.push("has a line break in a header");
  faults.push(...bodyFaults(request, reply));
  const { method, path } = request;
  // The document contains each path and method in one form only.
  const isPlain = /^[A-Z]+ (?:\/[\w.-]+)+$/.test(`${method} ${path}`);
  if (isPlain) faults.push(...replyFaults({ ...request, ...reply }));
  return faults;
}

function bodyFaults({ method, path }: ApiRequest, reply: ApiResponse): string[] {
  const { status, headers, body } = reply;
  if (method === "HEAD" || status === 204 || status === 304) {
    return body === "" ? [] : ["has a body where none may be"];
  }
  // A downloaded file has its own media type.
  if (headers["Content-Disposition"] !== undefined) return [];
  // A stream is left before its end, so it has no body here.
  if (headers["Content-Type"] === "text/event-stream; charset=utf-8") return [];
  const faultsOfPath = status === 200 ? documentFaults(path) : undefined;
  if (faultsOfPath) return faultsOfPath(reply);
  const type = status < 400 ? "application/json" : "application/problem+json";
  const value: unknown = JSON.parse(body);
  const isProblem = (value as { status?: unknown }).status === status;
  return [
    ...(headers["Content-Type"] === `${type}; charset=utf-8`
      ? []
      : [`is ${headers["Content-Type"]}`]),
    ...(status >= 400 && !isProblem ? ["is no problem document"] : []),
  ];
}

/**
 * Returns the function that finds the faults of a document that is no JSON. A path that was found
 * may end with a slash, or hold characters in their percent-encoding.
 */
function documentFaults(path: string): ((reply: ApiResponse) => string[]) | undefined {
  const pattern = matchRoute(path)?.pattern ?? "";
  if (pattern.endsWith("/preview")) return previewFaults;
  return pattern.endsWith(".txt") ? textFaults : undefined;
}

/** The texts for machines are plain. */
function textFaults({ headers }: ApiResponse): string[] {
  const type = headers["Content-Type"];
  return type === "text/plain; charset=utf-8" ? [] : [`is ${type}`];
}

/** A preview of a status page is a document without scripts. */
function previewFaults({ headers, body }: ApiResponse): string[] {
  const isDocument = headers["Content-Type"] === "text/html; charset=utf-8";
  return [
    ...(isDocument ? [] : [`is ${headers["Content-Type"]}`]),
    ...(headers["Content-Security-Policy"] ? [] : ["is a document without a content policy"]),
    ...(/<script/i.test(body) ? ["is a document with a script"] : []),
  ];
}
