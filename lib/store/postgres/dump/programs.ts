import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";

/** An installed program of PostgreSQL. */
export interface Program {
  readonly path: string;
  readonly major: number;
  /** Version as the program reports it, such as `15.14`. */
  readonly version: string;
}

/** Environment variables of a program, `PATH` among them. */
export type Variables = Readonly<Record<string, string>>;

const run = promisify(execFile);
const packaged = "/usr/lib/postgresql";

/** Time limit in milliseconds for `--version`. */
const versionMs = 5_000;
/**
 * Cache time in milliseconds. An open page asks every few seconds, and each lookup starts a process
 * for each version.
 */
const rememberedMs = 60_000;
const remembered = new Map<string, { readonly at: number; readonly found: Promise<Program[]> }>();

/**
 * Returns all versions of a program installed in Debian's folders or in `PATH`, the oldest first.
 * The result is cached for a minute.
 */
export function programsNamed(
  name: "pg_dump" | "pg_restore",
  variables: Variables,
): Promise<Program[]> {
  const key = `${name} ${variables["PATH"]}`;
  const known = remembered.get(key);
  if (known && performance.now() - known.at < rememberedMs) return known.found;
  const found = lookFor(name, variables);
  remembered.set(key, { at: performance.now(), found });
  // Failures are not cached.
  found.catch(() => remembered.delete(key));
  return found;
}

async function lookFor(name: string, variables: Variables): Promise<Program[]> {
  const versions = existsSync(packaged) ? readdirSync(packaged) : [];
  const folders = [
    ...versions.map((version) => join(packaged, version, "bin")),
    ...(variables["PATH"] ?? "").split(delimiter).filter((folder) => folder.startsWith("/")),
  ];
  const paths = folders.map((folder) => join(folder, name)).filter((path) => existsSync(path));
  const found = await Promise.all(paths.map((path) => asProgram(path, variables)));
  return found.flatMap((one) => one ?? []).sort((one, other) => one.major - other.major);
}

async function asProgram(path: string, variables: Variables): Promise<Program | undefined> {
  try {
    const { stdout } = await run(path, ["--version"], {
      ...{ timeout: versionMs, killSignal: "SIGKILL" },
      env: asEnvironment(variables),
    });
    const [, version = "", major = ""] = /\s((\d+)[\d.]*)/.exec(stdout) ?? [];
    return version === "" ? undefined : { path, version, major: Number(major) };
  } catch {
    return undefined;
  }
}

/**
 * First version whose programs do not work with older servers: servers before it refuse the commands
 * of its `pg_restore`, and their `pg_restore` cannot read the archives of its `pg_dump`.
 */
const separateFrom = 17;

/**
 * Returns the programs that work with a server of this version, that of the server's own version
 * first. No program knows newer servers.
 */
export function fittingPrograms(found: readonly Program[], server: number): Program[] {
  return found.filter(
    ({ major }) => major >= server && (server >= separateFrom || major < separateFrom),
  );
}

/** Returns the first program that works with a server of this version, or why there is none. */
export function programFor(
  name: "pg_dump" | "pg_restore",
  found: readonly Program[],
  server: number,
): Program | string {
  const [program] = fittingPrograms(found, server);
  if (program) return program;
  const newest = found.at(-1);
  const lack = newest
    ? `${newest.path} is of PostgreSQL ${newest.version}, which is too ${newest.major < server ? "old" : "new"} for PostgreSQL ${server}`
    : `the program ${name} is not installed on this machine`;
  return `${lack}: install the client programs of PostgreSQL ${server} (Debian's package postgresql-client-${server})`;
}

/** Describes the missing program for a caller over the network, without path or version. */
export function lackOf(name: "pg_dump" | "pg_restore", found: readonly Program[]): string {
  const lack =
    found.length > 0
      ? `the server's machine has no version of ${name} that fits the database`
      : `the program ${name} is not installed on the server's machine`;
  return `${lack}: install the client programs of the database's version of PostgreSQL`;
}

/** A running program. */
export interface Running {
  readonly output: Readable;
  /** Rejects with the last output of the program when it fails. */
  readonly ended: Promise<void>;
  end(): void;
}

/** Starts a program with these environment variables only; `signal` ends it. */
export function startProgram(
  { path }: Program,
  args: readonly string[],
  variables: Variables,
  signal?: AbortSignal,
): Running {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(path, args, {
    env: asEnvironment(variables),
    stdio: ["ignore", "pipe", "pipe"],
    ...(signal && { signal }),
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-4_000);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(reasonIn(said) || `it ended with ${code ?? signal}`));
    });
  });
  // A caller that reads the output first awaits `ended` later.
  ended.catch(() => undefined);
  return { output: child.stdout, ended, end: () => void child.kill("SIGTERM") };
}

/** Returns the first error line without the program's name. */
function reasonIn(said: string): string {
  const lines = said.split("\n").map((line) => line.replace(/^\S+: /, "").trim());
  const first =
    lines.find((line) => line.startsWith("error:")) ?? lines.find((line) => line !== "");
  return (first ?? "").replace(/^error: /, "").replace(/\.$/, "");
}

function asEnvironment(variables: Variables): NodeJS.ProcessEnv {
  return { ...variables, NODE_ENV: "production" };
}
