import { readFileSync } from "node:fs";

/** Returns the resident memory of a process, in MB. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** A sample taken at a time. */
interface Timed {
  readonly atSeconds: number;
}

/** Returns the growth of a value over the whole time of the samples, by linear regression. */
export function growthOf<One extends Timed>(
  samples: readonly One[],
  value: (sample: One) => number,
): number {
  const n = samples.length;
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || n < 2) return 0;
  const meanAt = samples.reduce((sum, one) => sum + one.atSeconds, 0) / n;
  const mean = samples.reduce((sum, one) => sum + value(one), 0) / n;
  let over = 0;
  let under = 0;
  for (const one of samples) {
    over += (one.atSeconds - meanAt) * (value(one) - mean);
    under += (one.atSeconds - meanAt) ** 2;
  }
  return under === 0 ? 0 : (over / under) * (last.atSeconds - first.atSeconds);
}
