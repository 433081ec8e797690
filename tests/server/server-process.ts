import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { build } from "esbuild";

/** A key with all permissions on the servers that tests start. */
export const adminKey = "toc_test-0123456789-0123456789-0123456789";

/** A server in its own process. */
export interface Served {
  readonly port: number;
  readonly process: Child;
  /** Everything it printed so far. */
  output(): string;
  readonly ended: Promise<Ended>;
  /** Sends a signal and waits for the end; `SIGTERM` by default. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Settings that override those of this process; undefined removes one. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** Bundles the server as the build does, without the pages, and returns the path. */
export function bundleServer(): Promise<string> {
  return bundleFile("lib/server/process/main.ts", "dist/tests-server.js");
}

/** Bundles a file with its imports for Node in its own process, and returns `outfile`. */
export async function bundleFile(entryPoint: string, outfile: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entryPoint],
    outfile,
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    minifySyntax: true,
    logLevel: "silent",
  });
  // Test files run in parallel. Each moves the same bundle into place atomically.
  const mine = `${outfile}.${process.pid}-${Math.random()}`;
  mkdirSync("dist", { recursive: true });
  writeFileSync(mine, outputFiles?.[0]?.contents ?? "");
  renameSync(mine, outfile);
  return outfile;
}

/**
 * Starts a server on a free port and waits until it prints its address. Throws if it ends instead.
 * `onLaunch` gets its process before that. `nodeOptions` are command-line options of Node.
 */
export async function startServer(
  file: string,
  settings: Settings,
  onLaunch: (child: Child) => void = () => undefined,
  nodeOptions: readonly string[] = [],
): Promise<Served> {
  const { child, printed, ended } = launch(file, settings, [], nodeOptions);
  onLaunch(child);
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on("data", () => {
      const address = /Tocsin is at http:\/\/[^:\s]+:(\d+)/.exec(printed.stdout);
      if (address) resolve(Number(address[1]));
    });
    child.once("exit", () => reject(new Error(`The server ended: ${printed.stderr}`)));
  });
  return {
    port,
    process: child,
    output: () => printed.stdout + printed.stderr,
    ended,
    stop: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts a server that is expected to end by itself. Kills it after 30 s. */
export async function runServer(file: string, settings: Settings): Promise<Ended> {
  const { child, ended } = launch(file, settings);
  const deadline = setTimeout(() => child.kill("SIGKILL"), 30_000);
  const how = await ended;
  clearTimeout(deadline);
  return how;
}

/** Starts a file in its own process, with the settings of quiet servers and others. */
export function launch(
  file: string,
  settings: Settings,
  args: readonly string[] = [],
  nodeOptions: readonly string[] = [],
) {
  const env = { PATH: process.env.PATH, ...quiet, ...settings, NODE_ENV: "production" as const };
  const child: Child = spawn(process.execPath, [...nodeOptions, file, ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (part: string) => {
      printed[name] += part;
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal, ...printed }));
  });
  return { child, printed, ended };
}

const quiet = {
  PORT: "0",
  HOST: "127.0.0.1",
  DATABASE_URL: "memory:",
  DEMO: "0",
  LOG_LEVEL: "error",
  // Tests send as fast as they can on a busy machine, so a long wait must not reject them.
  QUEUE_TIMEOUT_MS: "60000",
  RATE_LIMIT: "off",
  DRAIN_MS: "0",
  // Most tests fetch no page, and loading the console takes memory and a second of processor time.
  WARM_UP: "0",
  ADMIN_API_KEY: adminKey,
  ADMIN_EMAIL: "owner@example.com",
  ADMIN_PASSWORD: "a password for tests",
};

/** Creates a folder for a test's files, with a function that removes it. */
export function scratchFolder(): { readonly path: (name: string) => string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "tocsin-hard-"));
  return {
    path: (name) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
