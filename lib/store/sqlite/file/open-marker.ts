import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";

/**
 * Notes beside a database file that a process has it open, so that its write-ahead log holds what is not in the file yet.
 * Returns the removal of the note, for an end in good order. A note that cannot be written is left out.
 */
export function noteOpen(path: string): () => void {
  try {
    writeFileSync(notePath(path), inodeOf(path), { mode: 0o600 });
  } catch {
    return () => undefined;
  }
  return () => rmSync(notePath(path), { force: true });
}

/**
 * True when the process before did not end in good order and its write-ahead log is gone: the last changes are then lost,
 * and SQLite itself does not notice. A copy of the file has another inode, so a note that came along says nothing of it.
 */
export function isLogMissing(path: string): boolean {
  try {
    return readFileSync(notePath(path), "utf8") === inodeOf(path) && !existsSync(`${path}-wal`);
  } catch {
    return false;
  }
}

function inodeOf(path: string): string {
  return String(statSync(path, { bigint: true }).ino);
}

function notePath(path: string): string {
  return `${path}.open`;
}
