import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pause } from "@/prove/harness/figures";

/**
 * A reverse proxy as in production: it checks `/readyz` of each process and sends requests to ready
 * ones.
 */
export interface Proxy {
  readonly port: number;
  /** Ports of the processes that were ready at the last check. */
  ready(): ReadonlySet<number>;
  close(): void;
}

/** Starts a proxy before the processes on `ports`. It never retries a request. */
export async function startProxy(ports: readonly number[], everyMs: number): Promise<Proxy> {
  const ready = new Set<number>();
  const agent = new Agent({ keepAlive: true });
  let isOver = false;
  let turn = 0;
  const server = createServer((from, to) => {
    const able = ports.filter((port) => ready.has(port));
    turn += 1;
    const port = able[turn % able.length];
    if (port === undefined) to.writeHead(502).end();
    else forward(port, agent, from, to);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const watch = async (port: number) => {
    for (let silences = 0; !isOver; await pause(everyMs)) {
      const status = await statusOf(port);
      silences = status === "silent" ? silences + 1 : 0;
      if (status === 200) ready.add(port);
      // A process that is slow to respond still serves. One that reports not ready, or is gone,
      // does not.
      else if (status !== "silent" || silences >= mostSilences) ready.delete(port);
    }
  };
  for (const port of ports) void watch(port);
  return {
    port: (server.address() as AddressInfo).port,
    ready: () => ready,
    close: () => {
      isOver = true;
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

function forward(port: number, agent: Agent, from: IncomingMessage, to: ServerResponse): void {
  const { method, url: path, headers } = from;
  const sending = request({ host: "127.0.0.1", port, method, path, headers, agent }, (reply) => {
    // The connection to the client is the proxy's own.
    const { connection: _, "keep-alive": __, ...own } = reply.headers;
    to.writeHead(reply.statusCode ?? 502, own);
    reply.pipe(to);
  });
  sending.on("error", (error) => {
    if (!to.headersSent) to.writeHead(502);
    to.end(String((error as NodeJS.ErrnoException).code));
  });
  from.pipe(sending);
}

/** Consecutive checks without a response before a process counts as not ready. */
const mostSilences = 3;

/**
 * Returns the status of `/readyz`; "silent" without a response in time, undefined if no process
 * listens.
 */
function statusOf(port: number): Promise<number | "silent" | undefined> {
  return new Promise((resolve) => {
    const options = { host: "127.0.0.1", port, path: "/readyz", agent: false, timeout: 2_000 };
    const asking = request(options, (reply) => {
      reply.resume().on("end", () => resolve(reply.statusCode));
    });
    asking.on("timeout", () => {
      resolve("silent");
      asking.destroy();
    });
    asking.on("error", () => resolve(undefined)).end();
  });
}
