import Sqlite from "better-sqlite3";
import { StartupError } from "@/lib/startup-error";

/**
 * Keeps every other process, and every other store of this one, away from a database file: an exclusive
 * transaction on a side file, which the system ends with the process however that dies. Returns the release.
 */
export function lockBeside(path: string): () => void {
  const lock = new Sqlite(`${path}.lock`, { timeout: 0 });
  try {
    lock.pragma("journal_mode = memory");
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    throw new StartupError(
      `Another process has the database ${path} open: stop it, or choose another file.`,
      { cause: error },
    );
  }
  return () => lock.close();
}
