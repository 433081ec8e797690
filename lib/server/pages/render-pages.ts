import { createServer } from "node:http";
import { parentPort } from "node:worker_threads";
import next from "next";
import { freeMemory } from "./free-memory";
import { createPageServer } from "./page-server";
import type { ThreadReport, ThreadRequest } from "./page-thread";

// The program of the thread that renders the pages: Next.js with its build in the working directory.

process.on("uncaughtException", (error) => reportTrouble("uncaught exception in a page", error));
process.on("unhandledRejection", (error) => reportTrouble("unhandled rejection in a page", error));

// Next.js takes over WebSocket upgrades of its server; this server never listens.
const app = next({ dev: false, dir: process.cwd(), quiet: true, httpServer: createServer() });
await app.prepare();
const serve = createPageServer(app.getRequestHandler(), (error) =>
  reportTrouble("a page failed", error),
);

parentPort?.on("message", (request: ThreadRequest) => {
  if (request === "free memory") freeMemory();
  else serve(request.connection, request.reads, request.showsRecords);
});
send("ready");

/** Errors can hold values that cannot be sent to another thread. */
function reportTrouble(trouble: string, error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  send({ trouble, message, stack });
}

function send(report: ThreadReport): void {
  parentPort?.postMessage(report);
}
