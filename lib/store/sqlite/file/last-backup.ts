import { chmodSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type LastBackup, readNote } from "@/lib/store/port/last-backup";

/** Notes a backup beside the database file, which a backup only reads. Ignores failures. */
export function noteBackup(file: string, note: LastBackup): void {
  const path = notePath(file);
  try {
    writeFileSync(`${path}.new`, JSON.stringify(note));
    // The server may run under another account than the backup, and the time is no secret.
    chmodSync(`${path}.new`, 0o644);
    renameSync(`${path}.new`, path);
  } catch {
    // The backup itself is complete; only the console will not show it.
  }
}

/** Returns the last backup noted beside a database file; undefined when there is none. */
export function lastBackup(file: string): LastBackup | undefined {
  try {
    return readNote(readFileSync(notePath(file), "utf8"));
  } catch {
    return undefined;
  }
}

/** A file behind a link has its note beside the file itself, where its server looks. */
function notePath(file: string): string {
  return `${canonical(file)}.last-backup`;
}

function canonical(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}
