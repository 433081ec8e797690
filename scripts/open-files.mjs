import { readFileSync } from "node:fs";

/**
 * Minimum number of open files to load the packages; a server needs one more for each connection.
 */
const fewest = 256;
const recommended = 1_024;

/**
 * Ends the process with a sentence if the limit of open files is too low to start; warns if
 * connections may run short.
 */
export function requireOpenFiles() {
  const most = mostOpen();
  if (most >= recommended) return;
  const raise = `Raise the limit to ${recommended} or more (ulimit -n, LimitNOFILE).`;
  process.stderr.write(`This process may open ${most} files and connections at once. ${raise}\n`);
  if (most < fewest) process.exit(1);
}

/** Node raises its own limit to the maximum at its start, so this is the operator's limit. */
function mostOpen() {
  try {
    const line = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"));
    return line ? Number(line[1]) : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
