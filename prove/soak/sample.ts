import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";

/** Resources of a process and its database at one time. */
export interface Sample {
  readonly atSeconds: number;
  readonly residentMb: number;
  /** Open files and other handles. */
  readonly handles: number;
  /** Open sockets: those of the clients, and a few of its own. */
  readonly sockets: number;
  readonly walMb: number;
}

/** Samples a process by Linux's /proc, and the write-ahead log next to its database file. */
export function sampleOf(pid: number, file: string, atSeconds: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const resident = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
  const open = handlesOf(pid);
  const sockets = open.filter((target) => target.startsWith("socket:")).length;
  return {
    ...{ atSeconds, sockets },
    residentMb: resident / 1024,
    handles: open.length - sockets,
    walMb: (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20,
  };
}

/** Returns the target of each handle of a process. */
function handlesOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(`${folder}/${name}`)];
    } catch {
      // It was closed meanwhile.
      return [];
    }
  });
}

/** Returns the growth of a value over the whole time of the samples, by linear regression. */
export function growthOf(samples: readonly Sample[], value: (sample: Sample) => number): number {
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
