import { type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { plainHeaders } from "@/lib/server/plain-headers";
import type { EarlyResponse, ReplyHeaders } from "./document/early-headers";
import { maxHeaderSize } from "./header-limit";
import { pageUnavailable } from "./page-unavailable";

/**
 * Sends a request for a page, without its body, over `connection` and its response back. With `early`,
 * the headers may be sent before the page is rendered. Resolves when the response is sent, when it is
 * cut off, or when its client is gone. The connection is closed then. Rejects with "unavailable" if
 * the connection breaks before the page has an answer.
 */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  connection: Duplex,
  early?: EarlyResponse,
): Promise<void> {
  const { socket } = request;
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  // A response that waits behind another one of its socket emits no event at its end.
  for (const closable of [response, socket]) closable.on("close", leave);
  // A client may send any number of requests over a socket before the first is answered.
  socket.setMaxListeners(0);
  const sent = sendReply(request, response, connection, early);
  try {
    await Promise.race([sent, left]);
  } catch (error) {
    if (!response.destroyed) throw error;
  } finally {
    // The loser of the race fails when its connection is destroyed.
    sent.catch(() => undefined);
    for (const closable of [response, socket]) closable.off("close", leave);
    connection.destroy();
  }
}

async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  connection: Duplex,
  early: EarlyResponse | undefined,
): Promise<void> {
  // A request over a closed connection would wait for ever.
  if (connection.destroyed) throw pageUnavailable();
  const replying = replyTo(request, connection);
  early?.begin(response);
  const reply = await replying.catch((error: unknown) => {
    early?.forget();
    throw error;
  });
  const { statusCode = 500 } = reply;
  const headers = headersOf(reply);
  const isAccepted = early?.accepts(reply, headers);
  if (response.headersSent) {
    if (!isAccepted) throw pageUnavailable();
    // The client has a 200; the log gets the status of the page.
    response.statusCode = statusCode;
  } else response.writeHead(statusCode, headers);
  await pipeline(reply, response);
}

function replyTo(request: IncomingMessage, connection: Duplex): Promise<IncomingMessage> {
  const { method, url: path } = request;
  const headers = { ...plainHeaders(request) };
  for (const name of notForwarded) delete headers[name];
  const createConnection = () => connection;
  return new Promise((resolve, reject) => {
    send({ method, path, headers, createConnection, maxHeaderSize, setHost: false })
      .on("response", resolve)
      .on("error", (error: NodeJS.ErrnoException) => {
        reject(error.code === "ECONNRESET" ? pageUnavailable() : error);
      })
      .end();
  });
}

/** Headers of one connection (RFC 9110, section 7.6.1). */
const hopByHop = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade"];

/** The request is sent without its body. */
const notForwarded = [...hopByHop, "transfer-encoding", "content-length", "expect"];

/** The server of the main thread writes its own. */
const notReturned = new Set([...hopByHop, "transfer-encoding", "date"]);

/** Returns the headers of a reply as its server wrote them. */
function headersOf({ rawHeaders }: IncomingMessage): ReplyHeaders {
  const headers: Record<string, string | string[]> = {};
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (notReturned.has(name.toLowerCase())) continue;
    const earlier = headers[name];
    headers[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return headers;
}
