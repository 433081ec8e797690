import { availableParallelism, loadavg } from "node:os";

/**
 * Load above the number of processors at which times depend more on the machine than on the server.
 */
const mostBeyond = 2;

/** Returns why times cannot be measured on this machine at present, or undefined if they can. */
export function tooBusy(
  load = loadavg()[0] ?? 0,
  processors = availableParallelism(),
): string | undefined {
  if (load <= processors + mostBeyond) return undefined;
  return `the load is ${load.toFixed(1)} on ${processors} processors`;
}
