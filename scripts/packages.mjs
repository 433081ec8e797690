import { existsSync, readFileSync, statSync, utimesSync } from "node:fs";
import { createRequire } from "node:module";
import { lacksPackages } from "./lock-file.mjs";
import { patiently, root, runCommand, runOrExit } from "./run-command.mjs";

const oldest = [20, 19];

/** Ends the process with one sentence if this Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  process.stderr.write(
    `Tocsin needs Node ${oldest.join(".")} or newer; this is ${process.versions.node}.\n`,
  );
  process.exit(1);
}

/**
 * Installs the packages if there are none or the lock file names others, and rebuilds the SQLite
 * driver if it was built for another version of Node.
 */
export async function ensurePackages() {
  requireNode();
  if (isStale()) await install();
  if (isDriverForeign()) await rebuildDriver();
}

async function install() {
  process.stdout.write(
    "Installing packages. This happens once and takes one to three minutes: SQLite is compiled where no built one is to be had.\n",
  );
  // `ci` takes exactly the packages of the lock file. `install` adds to existing packages and is
  // faster.
  const command = existsSync(installed) ? "install" : "ci";
  await runOrExit(
    patiently("installing", runCommand("npm", [command, "--include=dev", "--loglevel=error"])),
    "The packages could not be installed. Check the network and the registry, then try again.",
  );
  const now = new Date();
  if (existsSync(installed)) utimesSync(installed, now, now);
}

// npm writes this file last, so an interrupted install does not count.
const installed = `${root}node_modules/.package-lock.json`;

function isStale() {
  if (!existsSync(installed)) return true;
  const wanted = `${root}package-lock.json`;
  if (statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return false;
  const [lock, present] = [wanted, installed].map((file) => JSON.parse(readFileSync(file, "utf8")));
  return lacksPackages(lock, present);
}

/**
 * A driver built for another version of Node cannot be loaded, and its file contains no readable
 * version.
 */
function isDriverForeign() {
  try {
    new (createRequire(import.meta.url)("better-sqlite3"))(":memory:").close();
    return false;
  } catch (error) {
    return error.code === "ERR_DLOPEN_FAILED";
  }
}

async function rebuildDriver() {
  process.stdout.write(`Building the SQLite driver for Node ${process.versions.node}.\n`);
  await runOrExit(
    patiently("building", runCommand("npm", ["rebuild", "better-sqlite3", "--loglevel=error"])),
    "The SQLite driver could not be built. Delete node_modules, then try again.",
  );
}
