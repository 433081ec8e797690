import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** When a database file was last backed up, and how large that backup is. */
export interface LastBackup {
  readonly at: string;
  readonly bytes: number;
}

/** Notes a backup beside the database file, because who takes one only reads the database. A note that cannot be written is left out. */
export function noteBackup(file: string, at: Date, bytes: number): void {
  const path = notePath(file);
  try {
    const note: LastBackup = { at: at.toISOString(), bytes };
    writeFileSync(`${path}.new`, JSON.stringify(note));
    // The server may run under another account than who takes backups, and a time is no secret.
    chmodSync(`${path}.new`, 0o644);
    renameSync(`${path}.new`, path);
  } catch {
    // The backup itself is complete; only the console will not know of it.
  }
}

/** The last backup noted beside a database file; undefined when there is none. */
export function lastBackup(file: string): LastBackup | undefined {
  try {
    const note: Partial<LastBackup> = JSON.parse(readFileSync(notePath(file), "utf8"));
    const { at, bytes } = note;
    return typeof at === "string" && typeof bytes === "number" ? { at, bytes } : undefined;
  } catch {
    return undefined;
  }
}

function notePath(file: string): string {
  return `${resolve(file)}.last-backup`;
}
