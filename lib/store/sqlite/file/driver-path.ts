import { realpathSync } from "node:fs";
import { createRequire } from "node:module";

/** Returns the path of the SQLite driver, for a program that loads it without a bundle. */
export function driverPath(): string {
  // Resolved from the process's entry script: bundled or not, this file has no fixed path.
  return createRequire(realpathSync(process.argv[1] ?? ".")).resolve("better-sqlite3");
}
