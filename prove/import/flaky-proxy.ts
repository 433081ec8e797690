import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy before a source, which fails now and then. */
export interface FlakyProxy {
  readonly url: string;
  /** Number of requests that it forwarded, and of those that it failed. */
  readonly seen: { forwarded: number; failed: number };
  /** Resolves when it has forwarded this many requests more. */
  after(requests: number): Promise<void>;
  close(): Promise<void>;
}

/** Every n-th request fails: 429 with `Retry-After`, 503, a broken connection, half of a reply. */
const every = 11;

/** Starts a proxy before the server at `port`, on a free port. */
export async function flakyProxy(port: number): Promise<FlakyProxy> {
  const seen = { forwarded: 0, failed: 0 };
  const waiting: { at: number; resolve: () => void }[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    if (requests % every === 0) {
      seen.failed += 1;
      fail(seen.failed, request, response);
      return;
    }
    forward(port, request, response, requests % (every * 4) === 1).then(
      () => {
        seen.forwarded += 1;
        for (const one of waiting) if (one.at <= seen.forwarded) one.resolve();
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    seen,
    after: (more) => new Promise((resolve) => waiting.push({ at: seen.forwarded + more, resolve })),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function fail(nth: number, request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  if (nth % 3 === 0) request.socket.destroy();
  else if (nth % 3 === 1) response.writeHead(429, { "Retry-After": "0" }).end("Slow down");
  else response.writeHead(503).end("<h1>Away</h1>");
}

async function forward(
  port: number,
  request: IncomingMessage,
  response: ServerResponse,
  isCut: boolean,
): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  const { apikey, tenantid } = request.headers;
  const reply = await fetch(`http://127.0.0.1:${port}${request.url}`, {
    method: request.method ?? "POST",
    headers: {
      "Content-Type": "application/json",
      ...(apikey !== undefined && { ApiKey: String(apikey) }),
      ...(tenantid !== undefined && { tenantid: String(tenantid) }),
    },
    body: Buffer.concat(pieces),
  });
  const body = Buffer.from(await reply.arrayBuffer());
  response.writeHead(reply.status, { "Content-Type": "application/json" });
  if (!isCut) {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, body.length / 2));
  response.destroy();
}
