import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { application } from "@/lib/app";
import { type Environment, environment } from "@/lib/env";
import { isStartupError, StartupError } from "@/lib/startup-error";
import { databaseName } from "@/lib/store/database-name";
import { createDeploymentServer } from "./create-server";
import { createPages } from "./pages";
import { endOnSignals } from "./shutdown";

start().catch(giveUp);

async function start(): Promise<void> {
  const settings = environment();
  await requireFreeAddress(settings);
  const served = await application();
  const { log } = served;
  const pages = createPages(settings.publicUrl);
  const server = createDeploymentServer({ application: served, pages });
  await listen(server, settings);
  endOnSignals(server, served);
  // From here on, a fault in one request must not end the process for all others.
  process.on("uncaughtException", (error) => log.trouble("uncaught exception", error));
  process.on("unhandledRejection", (error) => log.trouble("unhandled rejection", error));
  announce(server, settings);
}

/** Finds out a taken port before a database is opened and credentials are shown. */
async function requireFreeAddress(settings: Environment): Promise<void> {
  const probe = createServer();
  await listen(probe, settings);
  await new Promise((resolve) => probe.close(resolve));
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
  const shownHost = host.includes(":") ? `[${host}]` : host;
  const kept =
    databaseUrl === "memory:"
      ? "Records are in memory and end with this process; DATABASE_URL=file:./tocsin.db keeps them."
      : `Records are in ${databaseName(databaseUrl)}.`;
  process.stdout.write(`Tocsin is at ${publicUrl ?? `http://${shownHost}:${port}`}\n${kept}\n`);
}

function giveUp(error: unknown): void {
  const known = isStartupError(error);
  process.stderr.write(`${known ? error.message : String((error as Error)?.stack ?? error)}\n`);
  process.exit(1);
}
