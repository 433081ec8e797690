import type { ServerResponse } from "node:http";
import type { ApiResponse } from "@/lib/http/message/request-response";
import type { Log } from "@/lib/observability/log";
import { isGone, sendStream } from "./send-stream";

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
  reply: ApiResponse,
): Promise<void> {
  if (reply.stream) await sendStreamed(sender, response, reply, reply.stream);
  else sendWhole(sender, response, reply);
}

async function sendStreamed(
  sender: Sender,
  response: ServerResponse,
  { status, headers, onClose }: ApiResponse,
  stream: NonNullable<ApiResponse["stream"]>,
): Promise<void> {
  response.writeHead(status, {
    ...headers,
    ...(sender.isClosing() && { Connection: "close" }),
  });
  const { socket } = response.req;
  const leave = () => onClose?.();
  // A client may send any number of requests over a socket before the first is answered.
  socket.setMaxListeners(0);
  response.once("close", leave);
  socket.once("close", leave);
  // The client may have left before the reply was known.
  if (isGone(response)) leave();
  try {
    await sendStream(stream, response);
  } catch (error) {
    // A client that has disconnected needs no reason.
    if (isGone(response)) return;
    // The request is logged already, and the response can only be cut off.
    sender.log.trouble("an answer broke off midway", error, headers["X-Request-Id"]);
    // The head waits for the end of the turn.
    setImmediate(() => response.destroy());
  } finally {
    socket.off("close", leave);
  }
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
