import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";

/** Smaller files are looked through at each start: that takes less than a second. */
const alwaysCheckedBytes = 256_000_000;

/**
 * Notes beside a large database file that it was closed in good order, and in which state it was left. A note that
 * cannot be written is left out: the next start then looks through the file.
 */
export function noteCleanShutdown(path: string): void {
  try {
    // A log that is left has not been taken into the file.
    if (existsSync(`${path}-wal`) || statSync(path).size < alwaysCheckedBytes) return;
    writeFileSync(notePath(path), stateOf(path), { mode: 0o600 });
  } catch {
    // See above.
  }
}

/**
 * True when a database file is, by its size, times and place on the disk, as the process before left it in good order.
 * The note is taken away: should this process not end in good order, the next one finds none.
 */
export function takeCleanShutdown(path: string): boolean {
  try {
    const noted = readFileSync(notePath(path), "utf8");
    rmSync(notePath(path));
    return noted === stateOf(path) && !existsSync(`${path}-wal`);
  } catch {
    return false;
  }
}

function stateOf(path: string): string {
  const { size, mtimeNs, ctimeNs, ino } = statSync(path, { bigint: true });
  return [size, mtimeNs, ctimeNs, ino].join(" ");
}

function notePath(path: string): string {
  return `${path}.closed`;
}
