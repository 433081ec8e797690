import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const dayMs = 86_400_000;
const unfinished = /^unfinished-[0-9a-f-]{36}/;

/**
 * Removes unfinished files that killed commands left in a folder, under names that begin with
 * `prefix`. Files written to in the last 24 h stay, because a command in another container is not
 * visible here. Files that cannot be removed stay.
 */
export function removeLeftovers(folder: string, prefix: string, now: Date): void {
  for (const name of namesIn(folder)) {
    if (!name.startsWith(prefix) || !unfinished.test(name.slice(prefix.length))) continue;
    const path = join(folder, name);
    try {
      if (now.getTime() - statSync(path).mtimeMs > dayMs) rmSync(path);
    } catch {
      // The file is gone already or belongs to another account.
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
