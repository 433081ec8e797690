import { existsSync, statSync, utimesSync } from "node:fs";
import { patiently, root, runCommand, runOrExit } from "./run-command.mjs";

const oldest = [20, 19];

/** Ends the process with one sentence when this Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  process.stderr.write(
    `Tocsin needs Node ${oldest.join(".")} or newer; this is ${process.versions.node}.\n`,
  );
  process.exit(1);
}

/** Installs the packages when there are none or the lock file is newer than they are. */
export async function ensurePackages() {
  requireNode();
  if (!isStale()) return;
  process.stdout.write(
    "Installing packages. This happens once and takes one to three minutes: SQLite is compiled where no built one is to be had.\n",
  );
  await runOrExit(
    patiently("installing", runCommand("npm", ["install", "--include=dev", "--loglevel=error"])),
    "The packages could not be installed. Check the network and the registry, then try again.",
  );
  const now = new Date();
  if (existsSync(installed)) utimesSync(installed, now, now);
}

// npm writes this file last, so an install that was cut off counts as none.
const installed = `${root}node_modules/.package-lock.json`;

function isStale() {
  if (!existsSync(installed)) return true;
  return statSync(installed).mtimeMs < statSync(`${root}package-lock.json`).mtimeMs;
}
