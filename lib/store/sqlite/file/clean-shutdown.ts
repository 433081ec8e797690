import {
  closeSync,
  existsSync,
  fchownSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";

/** Size in bytes below which a file is checked at each start, which takes less than a second. */
const alwaysCheckedBytes = 256_000_000;

/** Returns true for a file whose check may take longer than a second. */
export function isLarge(path: string): boolean {
  return statSync(path).size >= alwaysCheckedBytes;
}

/**
 * Notes beside a large database file that it was closed cleanly, and its state. Ignores failures:
 * without a note, the next start checks the file.
 */
export function noteCleanShutdown(path: string): void {
  try {
    // A remaining log has not been merged into the file.
    if (existsSync(`${path}-wal`) || !isLarge(path)) return;
    writeNote(path);
  } catch {
    // See above.
  }
}

/**
 * Writes the note for the owner of the database, because a command run by root may close it. Follows no
 * link that stands in the place of the note.
 */
function writeNote(path: string): void {
  const { uid, gid } = statSync(path);
  const note = openSync(notePath(path), "wx", 0o600);
  try {
    writeFileSync(note, stateOf(path));
    fchownSync(note, uid, gid);
  } finally {
    closeSync(note);
  }
}

/**
 * Returns true when size, times and inode of a database file match the note of a clean shutdown.
 * Removes the note, so that none exists if this process does not close cleanly.
 */
export function takeCleanShutdown(path: string): boolean {
  try {
    return takenNote(path) === stateOf(path) && !existsSync(`${path}-wal`);
  } catch {
    return false;
  }
}

function takenNote(path: string): string {
  try {
    return readFileSync(notePath(path), "utf8");
  } finally {
    // An unreadable note of another account would keep this process from writing its own.
    rmSync(notePath(path), { force: true });
  }
}

function stateOf(path: string): string {
  const { size, mtimeNs, ctimeNs, ino } = statSync(path, { bigint: true });
  return [size, mtimeNs, ctimeNs, ino].join(" ");
}

function notePath(path: string): string {
  return `${path}.closed`;
}
