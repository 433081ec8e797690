import { type Database, SqliteError } from "better-sqlite3";
import { isStartupError, StartupError } from "@/lib/startup-error";
import { openRaw } from "@/lib/store/sqlite/connection/open-raw";

/**
 * Locks a database file against every other process and every other store of this one, by an
 * exclusive transaction on a side file, which the system ends with the process. Returns the
 * release. Throws a `StartupError` when another holds the lock, or when it cannot be taken.
 */
export function lockBeside(path: string): () => void {
  const file = `${path}.lock`;
  let lock: Database | undefined;
  try {
    lock = openRaw(file, { timeout: 0 });
    lock.pragma("journal_mode = memory");
    // A file that this account may only read is opened read-only, and then the transaction alone
    // locks nobody out; a write fails. A test with a separate descriptor would release the lock of
    // another store of this process (fcntl).
    lock.exec("begin exclusive; pragma user_version = 1");
  } catch (error) {
    lock?.close();
    if (isStartupError(error)) throw error;
    throw new StartupError(refusal(path, error), { cause: error });
  }
  const held = lock;
  return () => held.close();
}

function refusal(path: string, error: unknown): string {
  if (error instanceof SqliteError && error.code.startsWith("SQLITE_BUSY")) {
    return `Another process has the database ${path} open: stop it, or choose another file.`;
  }
  return `The database ${path} cannot be opened: its lock ${path}.lock cannot be written. Give the lock and its folder to the account that runs Tocsin, or remove the lock while no process has the database open.`;
}
