import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ApiResponse } from "@/lib/http/message/exchange";
import type { Log } from "@/lib/observability/log";
import { limitSlowReader } from "./slow-reader-limit";

/** What an answer needs to know of the process. */
export interface Sender {
  readonly log: Log;
  /** True once the process was told to end: each answer then ends its connection. */
  readonly isClosing: () => boolean;
}

/** Sends an answer, piece by piece where it is a stream. One that breaks off midway is cut off and logged; nothing is thrown. */
export async function sendReply(
  sender: Sender,
  response: ServerResponse,
  { stream, ...head }: ApiResponse,
): Promise<void> {
  if (!stream) return sendWhole(sender, response, head);
  response.writeHead(head.status, {
    ...head.headers,
    ...(sender.isClosing() && { Connection: "close" }),
  });
  try {
    await pipeline(
      Readable.from(limitSlowReader(stream, response), { objectMode: false }),
      response,
    );
  } catch (error) {
    // The request has its line in the log already, and its answer can only be cut off.
    if (hasLeft(error)) return;
    sender.log.trouble("an answer broke off midway", error, head.headers["X-Request-Id"]);
    response.destroy();
  }
}

/** A client that goes away before the end is no fault. */
function hasLeft(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";
}

/** Sends an answer that is no stream. */
export function sendWhole(
  { isClosing }: Sender,
  response: ServerResponse,
  { status, headers, body }: ApiResponse,
): void {
  const isBare = response.req.method === "HEAD" || status === 204 || status === 304;
  if (isClosing()) response.setHeader("Connection", "close");
  // A list, because another object of so many names would be made anew for each answer.
  const all = isBare ? [] : ["Content-Length", String(Buffer.byteLength(body))];
  for (const name in headers) all.push(name, headers[name] ?? "");
  response.writeHead(status, all);
  response.end(body);
}
