import { execFile, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

/** A PostgreSQL server for tests. */
export interface TestServer {
  /** Returns the URL of a database on it. */
  url(database: string): string;
  readonly version: string;
  /** The folder of its socket. */
  readonly folder: string;
  /** Stops it immediately and removes its files. */
  stop(): Promise<void>;
}

const run = promisify(execFile);

/**
 * Starts a server in its own folder, reachable only through a socket there. Returns a sentence if
 * no PostgreSQL is installed. Its files are not synced to disk, because they are removed with it.
 */
export async function startPostgres(
  settings: readonly string[] = [],
): Promise<TestServer | string> {
  const programs = programsAt();
  if (programs === undefined) {
    return "no PostgreSQL is installed (looked for initdb and postgres in PATH and /usr/lib/postgresql)";
  }
  const account = accountOf();
  if (account === undefined)
    return "PostgreSQL does not run as root, and there is no other account";
  const folder = mkdtempSync(join(tmpdir(), "tocsin-pg-"));
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);
  const options = {
    cwd: folder,
    ...account,
    env: { NODE_ENV: "test" as const, PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" },
  };
  const data = join(folder, "data");
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const making = ["-D", data, "-U", "tocsin", "-A", "trust", "-E", "UTF8", "--no-sync"];
    await run(join(programs, "initdb"), making, options);
  } catch (error) {
    remove();
    throw error;
  }
  const all = [
    `unix_socket_directories=${folder}`,
    "listen_addresses=",
    "fsync=off",
    ...quick,
    ...settings,
  ];
  const server = spawn(
    join(programs, "postgres"),
    ["-D", data, ...all.flatMap((setting) => ["-c", setting])],
    { ...options, stdio: "ignore" },
  );
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const stop = async () => {
    server.kill("SIGINT");
    await ended;
    remove();
  };
  await untilReady(join(data, "postmaster.pid"));
  const { stdout } = await run(join(programs, "postgres"), ["--version"]);
  return {
    url: (database) => `postgres://tocsin@/${database}?host=${encodeURIComponent(folder)}`,
    version: stdout.trim(),
    folder,
    stop,
  };
}

const quick = [
  "synchronous_commit=off",
  "full_page_writes=off",
  "max_connections=200",
  "shared_buffers=128MB",
  "autovacuum=off",
  "jit=off",
];

function programsAt(): string | undefined {
  const packaged = "/usr/lib/postgresql";
  const versions = existsSync(packaged) ? readdirSync(packaged).sort().reverse() : [];
  const paths = (process.env["PATH"] ?? "").split(delimiter);
  return [...versions.map((version) => join(packaged, version, "bin")), ...paths].find((folder) =>
    ["initdb", "postgres"].every((program) => existsSync(join(folder, program))),
  );
}

/** Returns the account of the server: PostgreSQL refuses to run as root. */
function accountOf(): { readonly uid?: number; readonly gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const wanted of ["postgres", "nobody"]) {
    const account = accounts.find(([name]) => name === wanted);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  return undefined;
}

/** Waits until the last line of the server's pid file says that it accepts connections. */
async function untilReady(path: string): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(existsSync(path) && /^ready\s*$/m.test(readFileSync(path, "utf8")))) {
    if (Date.now() > end) throw new Error("The PostgreSQL server of the tests did not start.");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
