import { type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { plainHeaders } from "@/lib/server/plain-headers";

/**
 * Sends a request for a page, without its body, over `connection` and its response back. Resolves
 * when the response is sent or its client is gone; either ends the connection. Rejects if the
 * connection breaks before that.
 */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  connection: Duplex,
): Promise<void> {
  // A request over a closed connection would wait for ever.
  if (connection.destroyed) throw new Error("The connection to the thread is closed.");
  const { socket } = request;
  const stop = () => void connection.destroy();
  response.on("close", stop);
  // A response that waits behind another one of its connection is not told of its end.
  socket.on("close", stop);
  try {
    const reply = await replyTo(request, connection);
    response.writeHead(reply.statusCode ?? 500, headersOf(reply));
    await pipeline(reply, response);
  } catch (error) {
    if (!response.destroyed && !socket.destroyed) throw error;
  } finally {
    response.off("close", stop);
    socket.off("close", stop);
    stop();
  }
}

function replyTo(request: IncomingMessage, connection: Duplex): Promise<IncomingMessage> {
  const { method, url } = request;
  const headers = plainHeaders(request);
  for (const name of ofOneConnection) delete headers[name];
  return new Promise((resolve, reject) => {
    send({ method, path: url, headers, createConnection: () => connection, setHost: false })
      .on("response", resolve)
      .on("error", reject)
      .end();
  });
}

/** Headers of one connection (RFC 9110, section 7.6.1) and of the body, which is not sent. */
const ofOneConnection = [
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding"],
  ...["upgrade", "content-length", "expect", "date"],
];

/** Returns the headers of a reply as its server wrote them. */
function headersOf({ rawHeaders }: IncomingMessage): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (ofReply.has(name.toLowerCase())) continue;
    const earlier = headers[name];
    headers[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return headers;
}

/** The server of the client writes these itself. */
const ofReply = new Set(["connection", "keep-alive", "transfer-encoding", "date"]);
