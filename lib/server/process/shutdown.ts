import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Application } from "@/lib/app";

/** Longest wait for new connections to cease, in milliseconds. */
const lettingInMs = 3_000;
/** How long an idle connection is kept for one more request, in milliseconds. */
const goodbyeMs = 2_000;
/** Time without a new connection before the port is closed, in milliseconds. */
const quietMs = 100;
/** Longest time after draining for requests in flight to finish, in milliseconds. */
const longestWaitMs = 8_000;

/**
 * Shuts the process down on SIGTERM and SIGINT. `/readyz` returns 503 at once. All else is served
 * as before for `drainMs`, so that a proxy removes the process. Then the port is closed; requests
 * in flight and those that still arrive on open connections are answered, and each connection is
 * told to close. Finally `close` runs and the exit code is 0. The log records begin and end. Errors
 * are logged, and the exit code is 1. A second signal ends the process at once.
 */
export function endOnSignals(server: Server, application: Stoppable): void {
  const { log } = application;
  let isEnding = false;
  const begin = (signal: NodeJS.Signals) => {
    if (isEnding) process.exit(1);
    isEnding = true;
    log.info(`stopping on ${signal}`);
    end(server, application).catch(async (error: unknown) => {
      log.trouble("the process could not end in good order", error);
      await log.flush();
      process.exit(1);
    });
  };
  process.on("SIGTERM", begin);
  process.on("SIGINT", begin);
}

type Stoppable = Pick<Application, "beginStopping" | "close" | "log" | "settings">;

async function end(
  server: Server,
  { beginStopping, close, log, settings }: Stoppable,
): Promise<void> {
  beginStopping();
  await pause(settings.drainMs);
  setTimeout(() => server.closeAllConnections(), longestWaitMs);
  // Connections are closed only after the port: clients that reconnect are then refused, not reset.
  await nobodyConnects(server);
  // HTTP's own `close` also cuts connections that are idle now, under clients about to send.
  const ended = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  setTimeout(() => {
    server.closeIdleConnections();
    setInterval(() => server.closeIdleConnections(), 100);
  }, goodbyeMs);
  await ended;
  await close();
  log.info("stopped");
  await log.flush();
  process.exit(0);
}

/**
 * Waits until no connection is pending. One that the system has accepted, but the process has not,
 * would be reset with the port. Each turn of the event loop accepts one, so turns without any show
 * that none is pending. On a busy machine, connections on their way need some extra time.
 */
async function nobodyConnects(server: Server): Promise<void> {
  const end = performance.now() + lettingInMs;
  let quietTurns = 0;
  let quietSince = performance.now();
  server.on("connection", () => {
    quietTurns = 0;
    quietSince = performance.now();
  });
  // If clients connect all the time, the port is closed as soon as none is pending.
  const enoughMs = () => (performance.now() < end ? quietMs : 0);
  const isQuiet = () => quietTurns >= 3 && performance.now() - quietSince >= enoughMs();
  while (!isQuiet() && performance.now() < end + lettingInMs) {
    quietTurns += 1;
    await new Promise(setImmediate);
  }
}
