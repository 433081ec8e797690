import { accessSync, constants, existsSync } from "node:fs";
import { SqliteError } from "better-sqlite3";
import { StartupError } from "@/lib/startup-error";

/** Returns the error of an opening as a `StartupError` that names the database and the reason. */
export function openFailure(error: unknown, path: string): StartupError {
  if (error instanceof StartupError) return error;
  const code = error instanceof SqliteError ? error.code : undefined;
  const why = code === undefined ? undefined : (foreignFile(path) ?? reasons[code]);
  const said = error instanceof Error ? error.message : String(error);
  return new StartupError(`The database ${path} cannot be opened: ${why ?? said}.`, {
    cause: error,
  });
}

/** Names a file of the write-ahead log that another account left, such as a command run by root. */
function foreignFile(path: string): string | undefined {
  const file = ["-wal", "-shm"].map((end) => path + end).find((one) => isOutOfReach(one));
  if (file === undefined) return undefined;
  return `${file} cannot be read and written. Give it to the account that runs Tocsin, and do not delete it`;
}

function isOutOfReach(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return false;
  } catch {
    return existsSync(file);
  }
}

const reasons: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: "the file is no SQLite database",
  SQLITE_CORRUPT: "the file is damaged, restore a backup",
  SQLITE_CANTOPEN: "the file or its folder cannot be reached or written",
  SQLITE_READONLY: "the file cannot be written",
  SQLITE_PERM: "access is denied",
  SQLITE_AUTH: "access is denied",
};
