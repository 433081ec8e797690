import { availableParallelism, loadavg } from "node:os";

/** How far the load may exceed the processors before times say more about the machine than about the server. */
const mostBeyond = 2;

/** Why times cannot be measured on this machine at the moment, or undefined when they can. */
export function tooBusy(
  load = loadavg()[0] ?? 0,
  processors = availableParallelism(),
): string | undefined {
  if (load <= processors + mostBeyond) return undefined;
  return `the load is ${load.toFixed(1)} on ${processors} processors`;
}
