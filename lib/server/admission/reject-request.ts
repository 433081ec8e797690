import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppError } from "@/lib/errors";
import { refuse } from "@/lib/http/handle";
import { requestIdsOf, shownId } from "@/lib/http/message/reply-headers";
import { plainHeaders } from "@/lib/server/plain-headers";
import { callerOverShare, serverOverloaded } from "./overload-errors";

/** A placeholder for the request id, in a form that no client can send. */
const mark = "{request id}";

/** Builds the response that is the same for every rejection with this reason, except for the id. */
function prepared(reason: AppError) {
  const { status, headers, body } = refuse({ method: "GET", headers: {} }, reason);
  const { "X-Request-Id": id, ...common } = headers;
  const [beforeId = "", afterId = ""] = body.replace(String(id), mark).split(mark);
  const lengthWithoutId = Buffer.byteLength(beforeId + afterId);
  return { status, headers: Object.entries(common).flat(), beforeId, afterId, lengthWithoutId };
}

const replies = new Map(
  [serverOverloaded, callerOverShare].map((one) => [one, prepared(one)] as const),
);

/**
 * Sends the response that `refuse` would give for `reason`, at a small part of the cost, because
 * rejections must not slow down an overloaded server. `more` are further headers. Returns the
 * status.
 */
export function rejectRequest(
  request: IncomingMessage,
  response: ServerResponse,
  reason: AppError,
  more: Readonly<Record<string, string>>,
): number {
  const reply = replies.get(reason) ?? prepared(reason);
  const { method } = request;
  const requestId = shownId(requestIdsOf(plainHeaders(request)));
  const text = method === "HEAD" ? "" : reply.beforeId + requestId + reply.afterId;
  const all = [...reply.headers, "X-Request-Id", requestId];
  for (const name in more) all.push(name, more[name] ?? "");
  if (method !== "HEAD") {
    all.push("Content-Length", String(reply.lengthWithoutId + requestId.length));
  }
  response.writeHead(reply.status, all);
  response.end(text);
  return reply.status;
}
