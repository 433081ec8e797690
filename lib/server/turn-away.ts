import type { IncomingMessage, ServerResponse } from "node:http";
import { refuse } from "@/lib/http/handle";
import { requestIdOf } from "@/lib/http/reply-headers";
import { turnedAway } from "./turns";

/** A request id that no client can have sent. */
const mark = "{request id}";

/** The reply that all get who are turned away, but for their request id. */
const reply = refuse({ method: "GET", headers: {} }, turnedAway);
const [beforeId = "", afterId = ""] = reply.body
  .replace(String(reply.headers["X-Request-Id"]), mark)
  .split(mark);
const { "X-Request-Id": _, ...common } = reply.headers;
const headers = Object.entries(common).flat();
const lengthWithoutId = Buffer.byteLength(beforeId + afterId);

/**
 * Answers a request with what `refuse` would say of `turnedAway`, for a small part of the work: who has too much to do
 * must not be kept from it by those who are sent away. `more` are further headers.
 */
export function turnAway(
  { headers: sent, method }: IncomingMessage,
  response: ServerResponse,
  more: Readonly<Record<string, string>>,
): void {
  const given = sent["x-request-id"];
  const requestId = requestIdOf({ "x-request-id": typeof given === "string" ? given : undefined });
  const text = method === "HEAD" ? "" : beforeId + requestId + afterId;
  const all = [...headers, "X-Request-Id", requestId];
  for (const name in more) all.push(name, more[name] ?? "");
  if (method !== "HEAD") all.push("Content-Length", String(lengthWithoutId + requestId.length));
  response.writeHead(reply.status, all);
  response.end(text);
}
