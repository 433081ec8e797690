import { closeSync, openSync, readSync } from "node:fs";

/** True for an archive of `pg_dump` in its custom format, whatever its name. */
export function isDump(path: string): boolean {
  const beginning = Buffer.alloc(5);
  const file = openSync(path, "r");
  try {
    readSync(file, beginning, 0, beginning.length, 0);
  } finally {
    closeSync(file);
  }
  return beginning.toString("latin1") === "PGDMP";
}
