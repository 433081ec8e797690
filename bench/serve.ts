import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { freePort } from "@/tests/server/free-port";
import { benchFile } from "./fill";
import { mainProject } from "./records";

/** A server that answers the API. */
export interface Server {
  readonly name: string;
  readonly url: string;
  /** The value of the header `ApiKey`. */
  readonly key: string;
  /** Processor time of the process; undefined if it is not known. */
  cpuSeconds(): number | undefined;
}

/** A server in its own process. */
export interface Served extends Server {
  residentMegabytes(): number;
  stop(): Promise<void>;
}

/** A key with all permissions, for the servers of this run only. */
const adminKey = "toc_bench-0123456789-0123456789-0123456789";

/**
 * Starts the product, built, on the database at `url`, and waits for its warm-up. Requests are
 * logged to a file, as in production. `more` are further settings.
 */
export async function serveTocsin(
  url: string,
  metrics: "on" | "off" = "off",
  more: Readonly<Record<string, string>> = {},
): Promise<Served> {
  // On a busy machine a scan may exceed the deadline, which would end the run.
  const patience = { QUERY_TIMEOUT_MS: "30000" };
  const settings = {
    ...{ DATABASE_URL: url, ADMIN_API_KEY: adminKey, DEMO: "0", LOG_LEVEL: "info" },
    RATE_LIMIT: "off",
    // With a token the metrics need no port of their own.
    ...(metrics === "on" && { METRICS: metrics, METRICS_TOKEN: adminKey }),
    ...patience,
    ...more,
  };
  const logged = statSync(benchFile("server.log"), { throwIfNoEntry: false })?.size ?? 0;
  const served = await serve("Tocsin", ["dist/server.js"], adminKey, (port) => ({
    env: { ...process.env, ...settings, NODE_ENV: "production", HOST: "127.0.0.1", PORT: port },
  }));
  await warmUpEnds(logged);
  return served;
}

/** Resolves once the log tells, after its first `from` bytes, that the console is ready. */
async function warmUpEnds(from: number): Promise<void> {
  const log = openSync(benchFile("server.log"), "r");
  const beginning = Buffer.alloc(65_536);
  const end = Date.now() + 120_000;
  const isReady = () => {
    const length = readSync(log, beginning, 0, beginning.length, from);
    return beginning.subarray(0, length).includes("the console is ready");
  };
  while (!isReady() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 200));
  closeSync(log);
}

/** Starts the floor on a database file. */
export async function serveFloor(database: string): Promise<Served> {
  return serve("the floor", [], adminKey, (port) => ({
    args: ["scripts/run-ts.mjs", "bench/floor.ts", database, port, adminKey, mainProject],
  }));
}

/** Returns a server that runs already. */
export function serverBeside(url: string, key: string): Server {
  return { name: "the other", url: url.replace(/\/$/, ""), key, cpuSeconds: () => undefined };
}

/** Returns the same server with a key of the main project. */
export async function asProjectMember(served: Served): Promise<Served> {
  const data = { name: "bench", projectId: mainProject, permissions: ["Project Member"] };
  const answer = await fetch(`${served.url}/api/api-key`, {
    method: "POST",
    headers: { apikey: adminKey, "content-type": "application/json" },
    body: JSON.stringify({ data }),
  });
  const made = (await answer.json()) as { key?: string };
  if (made.key === undefined) throw new Error(`No key could be made: ${JSON.stringify(made)}`);
  return { ...served, key: made.key };
}

interface Start {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

async function serve(
  name: string,
  args: readonly string[],
  key: string,
  start: (port: string) => Start,
): Promise<Served> {
  const port = String(await freePort());
  const { args: more = [], env = process.env } = start(port);
  const log = openSync(benchFile("server.log"), "a");
  const child = spawn(process.execPath, [...args, ...more], { env, stdio: ["ignore", log, log] });
  const url = `http://127.0.0.1:${port}`;
  await answering(url, child);
  return {
    ...{ name, url, key },
    cpuSeconds: () => cpuSecondsOf(child.pid),
    residentMegabytes: () => residentOf(child.pid),
    stop: () => stopped(child),
  };
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + 300_000;
  while (Date.now() < end) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer && answer.status !== 503) return;
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill();
  throw new Error(`A server did not start; see ${benchFile("server.log")}.`);
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill();
  });
}

/** User and system time, which Linux counts in hundredths of a second. */
function cpuSecondsOf(pid: number | undefined): number | undefined {
  if (process.platform !== "linux") return undefined;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function residentOf(pid: number | undefined): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
