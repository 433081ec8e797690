import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Application, application } from "@/lib/app";
import { weakCredentials } from "@/lib/auth/passwords/weak-credentials";
import { type Environment, environment, idleSettings, misspelledSettings } from "@/lib/env";
import { serveMetrics } from "@/lib/observability/metrics-listener";
import { ownAddress } from "@/lib/server/own-address";
import { createPages, type Pages } from "@/lib/server/pages/create-pages";
import { freeMemory } from "@/lib/server/pages/free-memory";
import { warmUp } from "@/lib/server/pages/warm-up";
import { isStartupError, StartupError } from "@/lib/startup-error";
import { databaseName } from "@/lib/store/database-name";
import { newServer, serveOn } from "./create-server";
import { keepTickClass } from "./keep-tick-class";
import { endOnSignals } from "./shutdown";
import { answerWhileStarting } from "./starting";

start().catch(giveUp);

async function start(): Promise<void> {
  keepTickClass();
  const settings = environment();
  const server = newServer();
  const starting = answerWhileStarting(server);
  // Finds a port in use before the database is opened and credentials are printed.
  await listen(server, settings);
  const served = await application(starting.onProgress);
  const { log } = served;
  const warnings = [...misspelledSettings(), ...idleSettings(settings)];
  for (const warning of [...warnings, ...(await weakCredentials(settings))]) log.warn(warning);
  const pages = createPages({ program: pagesProgram, publicUrl: settings.publicUrl, log });
  starting.end();
  serveOn(server, { application: served, pages: pages.handle });
  await showMetrics(served);
  endOnSignals(server, served);
  // From here on, an error in one request must not end the process for all others.
  process.on("uncaughtException", (error) => log.trouble("uncaught exception", error));
  process.on("unhandledRejection", (error) => log.trouble("unhandled rejection", error));
  announce(server, settings);
  if (settings.warmUp) {
    setTimeout(() => void prepareConsole(served, pages), warmUpAfterMs).unref();
  }
}

/** The build puts it beside this program. */
const pagesProgram = new URL("./pages.js", import.meta.url);

/** Requests that waited for the start come first. */
const warmUpAfterMs = 200;

async function prepareConsole(served: Application, pages: Pages): Promise<void> {
  await warmUp(served, pages.handle);
  freeMemory();
  pages.freeMemory();
}

/** Serves the metrics. If that fails, the API is still served: another process may use the port. */
async function showMetrics({ metrics, settings, log }: Application): Promise<void> {
  const { metricsPort: port } = settings;
  if (!metrics || port === undefined) return;
  try {
    await serveMetrics(metrics, port);
    log.info(`metrics are at http://127.0.0.1:${port}/metrics, for this machine alone`);
  } catch (error) {
    log.trouble(`metrics cannot be served on port ${port}: set METRICS_PORT to another`, error);
  }
}

function listen(server: Server, { port, host }: Environment): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = reasons[error.code ?? ""] ?? `cannot be used (${error.code})`;
      reject(new StartupError(`The address ${host}:${port} ${why}. Set PORT or HOST to another.`));
    });
    server.listen(port, host, resolve);
  });
}

const reasons: Readonly<Record<string, string | undefined>> = {
  EADDRINUSE: "is already in use",
  EADDRNOTAVAIL: "is not one of this machine's",
  EACCES: "may not be used by this account",
  ENOTFOUND: "is not known",
};

function announce(server: Server, { host, publicUrl, databaseUrl }: Environment): void {
  const { port } = server.address() as AddressInfo;
  const kept =
    databaseUrl === "memory:"
      ? "Records are in memory and end with this process; DATABASE_URL=file:./tocsin.db keeps them."
      : `Records are in ${databaseName(databaseUrl)}.`;
  process.stdout.write(`Tocsin is at ${publicUrl ?? ownAddress({ host, port })}\n${kept}\n`);
}

function giveUp(error: unknown): void {
  const known = isStartupError(error);
  process.stderr.write(`${known ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exit(1);
}
