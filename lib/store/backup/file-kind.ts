import { closeSync, openSync, readSync } from "node:fs";
import { StartupError } from "@/lib/startup-error";

/**
 * Returns true for an archive of `pg_dump` in its custom format, under any name. Throws a
 * `StartupError` for a folder or an unreadable file.
 */
export function isDump(path: string): boolean {
  try {
    return beginningOf(path) === "PGDMP";
  } catch (cause) {
    const isFolder = cause instanceof Error && "code" in cause && cause.code === "EISDIR";
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StartupError(
      isFolder ? `${path} is a folder: name the file in it.` : `${path} cannot be read: ${why}.`,
      { cause },
    );
  }
}

function beginningOf(path: string): string {
  const beginning = Buffer.alloc(5);
  const file = openSync(path, "r");
  try {
    readSync(file, beginning, 0, beginning.length, 0);
  } finally {
    closeSync(file);
  }
  return beginning.toString("latin1");
}
