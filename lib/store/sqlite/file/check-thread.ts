import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { SqliteError } from "better-sqlite3";
import { driverPath } from "./driver-path";

/**
 * Returns the result of SQLite's quick check of a file: "ok" or the first fault. It reads the whole file,
 * so a thread does it, which ends with the process. Throws a `SqliteError` when the file cannot be read.
 */
export async function checkAside(path: string): Promise<string> {
  const workerData = { driver: driverPath(), path };
  const thread = new Worker(program, { eval: true, workerData });
  const [{ result, code, message }] = await once(thread, "message");
  if (result === undefined) throw new SqliteError(String(message), String(code));
  return String(result);
}

/** Needs only the driver, so it runs wherever the server does. */
const program = `
const { parentPort, workerData } = require("node:worker_threads");
const Sqlite = require(workerData.driver);
try {
  const raw = new Sqlite(workerData.path, { timeout: 100 });
  const result = raw.pragma("quick_check(1)", { simple: true });
  raw.close();
  parentPort.postMessage({ result });
} catch ({ code, message }) {
  parentPort.postMessage({ code, message });
}`;
