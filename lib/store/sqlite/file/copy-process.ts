import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { SqliteError } from "better-sqlite3";
import { driverPath } from "./driver-path";

/**
 * Writes a complete, compact copy of a database file as of one point in time into an empty file. A
 * child process does it, so that this one keeps serving; `signal` ends it. Throws a `SqliteError`
 * when the source cannot be read or the copy cannot be written.
 */
export async function copyAside(path: string, into: string, signal: AbortSignal): Promise<void> {
  try {
    await run(process.execPath, ["-e", program, driverPath(), path, into], {
      ...{ signal, killSignal: "SIGKILL" },
      env: { NODE_ENV: "production" },
    });
  } catch (error) {
    const { code, message } = toldBy(error);
    if (code === undefined || message === undefined) throw error;
    throw new SqliteError(message, code);
  }
}

const run = promisify(execFile);

/** Needs only the driver, so it runs wherever the server does. */
const program = `
const [driver, path, into] = process.argv.slice(1);
const Sqlite = require(driver);
try {
  const raw = new Sqlite(path, { readonly: true, timeout: 5000 });
  raw.prepare("vacuum into ?").run(into);
  raw.close();
} catch ({ code, message }) {
  console.log(JSON.stringify({ code, message }));
  process.exitCode = 1;
}`;

/** Returns the error that the program reported; empty when it reported none. */
function toldBy(error: unknown): { readonly code?: string; readonly message?: string } {
  try {
    return JSON.parse((error as { stdout: string }).stdout);
  } catch {
    return {};
  }
}
