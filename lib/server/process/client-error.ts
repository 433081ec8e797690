import type { Server } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AppError } from "@/lib/errors";
import { refuse } from "@/lib/http/handle";

/** Longest time until a client has read its 400, in milliseconds. */
const mostToReadMs = 10_000;

/**
 * Answers requests that Node's parser rejects (a malformed line, headers of more than 16 KB, a
 * request that does not arrive in time) with a 400 problem document, and closes the connection. A
 * connection that sent nothing is closed without a reply. Browsers open connections in advance, and
 * would take a reply for that of the request which they are about to send. A client that does not
 * read is disconnected after `mostMs`.
 */
export function answerClientErrors(server: Server, mostMs = mostToReadMs): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable || hasSentNothing(socket)) {
      socket.destroy();
      return;
    }
    const detail = details[error.code ?? ""] ?? "This is not an HTTP request.";
    const reply = refuse({ method: "GET", headers: {} }, new AppError("validation", detail));
    const headers = { ...reply.headers, "Content-Length": Buffer.byteLength(reply.body) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `HTTP/1.1 400 Bad Request\r\n${lines.join("")}Connection: close\r\n\r\n`;
    // An earlier reply that is not read would hold the end back for ever.
    const unread = setTimeout(() => socket.destroy(), mostMs);
    socket.once("close", () => clearTimeout(unread));
    socket.end(head + reply.body, () => socket.destroy());
  });
}

function hasSentNothing(socket: Duplex): boolean {
  return socket instanceof Socket && socket.bytesRead === 0;
}

const details: Readonly<Record<string, string | undefined>> = {
  HPE_HEADER_OVERFLOW: "The headers of the request are larger than 16 KB. Send fewer.",
  ERR_HTTP_REQUEST_TIMEOUT: "The request timed out. Send it again.",
};
