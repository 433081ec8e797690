import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Application } from "@/lib/app";

/** The longest time to wait until nobody connects, in milliseconds. */
const lettingInMs = 3_000;
/** How long a connection that says nothing is kept for one more request, in milliseconds. */
const goodbyeMs = 2_000;
/** For how long nobody may have connected before the port is closed, in milliseconds. */
const quietMs = 100;
/** The longest time after draining that requests in flight may take to finish, in milliseconds. */
const longestWaitMs = 8_000;

/**
 * Ends the process well on SIGTERM and SIGINT. `/readyz` answers 503 at once, and for `drainMs` everything else is served
 * as before, so that a proxy takes the process out. Then the port is closed, requests in flight and those that still
 * arrive on open connections are answered and each connection is told to close. At last `close` runs and the code is 0.
 * The log says when that begins and when it is done. What goes wrong is logged, and the code is 1. A second signal ends
 * it at once.
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
  // Connections are told to close only after the port is: those who come back are then refused, and not reset.
  await nobodyConnects(server);
  // HTTP's own `close` also cuts connections that are idle at this moment, under clients about to send.
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
 * Connections that the system has taken on but the process has not would be reset with the port. Each turn of the
 * event loop takes in one, so that turns without any show that none is waiting; where the processor is busy with others,
 * those who were on their way need some time besides.
 */
async function nobodyConnects(server: Server): Promise<void> {
  const end = performance.now() + lettingInMs;
  let quietTurns = 0;
  let quietSince = performance.now();
  server.on("connection", () => {
    quietTurns = 0;
    quietSince = performance.now();
  });
  // Where clients connect all the time, the port is closed when none is waiting at this moment.
  const enoughMs = () => (performance.now() < end ? quietMs : 0);
  const isQuiet = () => quietTurns >= 3 && performance.now() - quietSince >= enoughMs();
  while (!isQuiet() && performance.now() < end + lettingInMs) {
    quietTurns += 1;
    await new Promise(setImmediate);
  }
}
