import { readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";

/** A function that only a driver compiled against the headers of a newer Node.js calls. */
const faultyCall = "RemoveEnvironmentCleanupHook";

/**
 * Returns why the driver would end the process, as a sentence for the operator; undefined for a
 * sound one. A driver that was compiled against the headers of Node.js 24.19 or 26.4 removes a hook
 * for each statement that the garbage collector frees, and Node.js before 26.4 aborts there
 * (nodejs/node issues 65446 and 65262). Drivers that were built earlier or for Node.js 22 do not.
 */
export function driverFault(
  version: string = process.versions.node,
  pathOf: () => string = installedDriver,
): string | undefined {
  if (!mayAbort(version)) return undefined;
  if (!contentOf(pathOf)?.includes(faultyCall)) return undefined;
  return `The SQLite driver that was compiled here makes Node ${version} abort. Install the prebuilt driver, or run Tocsin with Node 20, 22, or 26.4 and later.`;
}

function mayAbort(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major >= 24 && (major < 26 || (major === 26 && minor < 4));
}

/** The file that npm installs or compiles, found from the entry script, as the driver itself is. */
function installedDriver(): string {
  const { resolve } = createRequire(realpathSync(process.argv[1] ?? "."));
  return resolve("better-sqlite3/build/Release/better_sqlite3.node");
}

/** A driver elsewhere is not judged. */
function contentOf(pathOf: () => string): Buffer | undefined {
  try {
    return readFileSync(pathOf());
  } catch {
    return undefined;
  }
}
