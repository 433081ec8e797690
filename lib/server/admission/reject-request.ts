import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppError } from "@/lib/errors";
import { refuse } from "@/lib/http/handle";
import { requestIdsOf, shownId } from "@/lib/http/message/reply-headers";
import { callerOverShare, serverOverloaded } from "./overload-errors";

/** A request id that no client can have sent. */
const mark = "{request id}";

/** The reply that all get who are turned away for the same reason, but for their request id. */
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
 * Answers a request with what `refuse` would say of `reason`, for a small part of the work: who has too much to do
 * must not be kept from it by those who are sent away. `more` are further headers. Answers the status.
 */
export function rejectRequest(
  { headers: sent, method }: IncomingMessage,
  response: ServerResponse,
  reason: AppError,
  more: Readonly<Record<string, string>>,
): number {
  const reply = replies.get(reason) ?? prepared(reason);
  const given = sent["x-request-id"];
  const ids = requestIdsOf({ "x-request-id": typeof given === "string" ? given : undefined });
  const requestId = shownId(ids);
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
