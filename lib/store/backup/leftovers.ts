import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const dayMs = 86_400_000;
const unfinished = /^unfinished-[0-9a-f-]{36}/;

/**
 * Removes what commands that were killed left unfinished in a folder, under names that begin with `prefix`. Only what
 * nobody has written to for a day: a command in another container cannot be seen. What may not be removed stays.
 */
export function removeLeftovers(folder: string, prefix: string, now: Date): void {
  for (const name of namesIn(folder)) {
    if (!name.startsWith(prefix) || !unfinished.test(name.slice(prefix.length))) continue;
    const path = join(folder, name);
    try {
      if (now.getTime() - statSync(path).mtimeMs > dayMs) rmSync(path);
    } catch {
      // It has gone just now, or is another account's.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
