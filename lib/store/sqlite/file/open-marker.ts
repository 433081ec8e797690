import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";

/**
 * Creates a marker beside an open database file: its write-ahead log holds data that is not in the
 * file yet. Returns the removal of the marker, for a clean shutdown. Ignores failures.
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
 * Returns true when the previous process did not shut down cleanly and its write-ahead log is gone:
 * the last changes are lost, and SQLite does not notice. A copy of the file has another inode, so a
 * marker copied with it does not count.
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
