import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ApiResponse } from "@/lib/http/message/request-response";
import type { Log } from "@/lib/observability/log";
import { limitSlowReader } from "./slow-reader-limit";

/** The parts of the process that sending needs. */
export interface Sender {
  readonly log: Log;
  /** True once the process was told to end. Each response then ends its connection. */
  readonly isClosing: () => boolean;
}

/**
 * Sends a response, streamed or whole. If the stream fails midway, the response is cut off and the
 * error logged; nothing is thrown.
 */
export async function sendReply(
  sender: Sender,
  response: ServerResponse,
  { stream, onClose, ...head }: ApiResponse,
): Promise<void> {
  if (!stream) return sendWhole(sender, response, head);
  response.writeHead(head.status, {
    ...head.headers,
    ...(sender.isClosing() && { Connection: "close" }),
  });
  if (onClose) response.once("close", onClose);
  try {
    await pipeline(
      Readable.from(limitSlowReader(stream, response), { objectMode: false }),
      response,
    );
  } catch (error) {
    // The request is logged already, and the response can only be cut off.
    if (hasLeft(error)) return;
    sender.log.trouble("an answer broke off midway", error, head.headers["X-Request-Id"]);
    response.destroy();
  }
}

/** A client that disconnects before the end is not an error. */
function hasLeft(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";
}

/** Sends a response without a stream. */
export function sendWhole(
  { isClosing }: Sender,
  response: ServerResponse,
  { status, headers, body, bytes }: ApiResponse,
): void {
  const isBare = response.req.method === "HEAD" || status === 204 || status === 304;
  if (isClosing()) response.setHeader("Connection", "close");
  const content = bytes ?? body;
  // A list, because an object with so many keys would be rebuilt for each response.
  const isCounted = isBare || headers["Content-Length"] !== undefined;
  const all = isCounted ? [] : ["Content-Length", String(Buffer.byteLength(content))];
  for (const name in headers) all.push(name, headers[name] ?? "");
  response.writeHead(status, all);
  response.end(content);
}
