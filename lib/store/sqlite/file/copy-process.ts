import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { SqliteError } from "better-sqlite3";

/**
 * Writes a whole and tidy copy of a database file as it is at one moment into an empty file. A process of its own does it,
 * so that this one serves meanwhile; `signal` ends it. Throws a `SqliteError` when the one cannot be read or the other
 * not be written.
 */
export async function copyAside(path: string, into: string, signal: AbortSignal): Promise<void> {
  // By where this process was started from: bundled or not, this file has no certain place.
  const driver = createRequire(realpathSync(process.argv[1] ?? ".")).resolve("better-sqlite3");
  try {
    await run(process.execPath, ["-e", program, driver, path, into], {
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

/** Needs nothing but the driver, so that it runs wherever the server does. */
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

/** What the program said of its failure; nothing where it did not come to say anything. */
function toldBy(error: unknown): { readonly code?: string; readonly message?: string } {
  try {
    return JSON.parse((error as { stdout: string }).stdout);
  } catch {
    return {};
  }
}
