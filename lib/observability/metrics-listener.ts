import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Metrics } from "./metrics";

/** The only address of the listener. Other machines and a proxy for the API cannot reach it. */
const loopback = "127.0.0.1";

/**
 * Serves the metrics for Prometheus at `/metrics` on a local port, without a token. Rejects with
 * the system's error if the port cannot be used. Does not keep the process alive.
 */
export async function serveMetrics(metrics: Metrics, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const refusal = refusalOf(request);
    if (refusal !== undefined) {
      response.writeHead(refusal, { "Content-Type": "text/plain" }).end(`${texts[refusal]}\n`);
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { "Content-Type": metrics.contentType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, loopback, resolve);
  });
  server.on("error", () => undefined);
  return server.unref();
}

const texts = {
  403: "Ask for this by 127.0.0.1 or localhost.",
  404: "The numbers are at /metrics.",
  405: "Use GET.",
} as const;

function refusalOf({ method, url = "", headers }: IncomingMessage) {
  // A foreign page may resolve its own name to this machine. The browser still sends that name as
  // host.
  if (!/^(?:localhost|127\.0\.0\.1)(?::\d+)?$/i.test(headers.host ?? "")) return 403;
  if (!/^\/metrics\/?(?:\?|$)/.test(url)) return 404;
  return method === "GET" || method === "HEAD" ? undefined : 405;
}
