import { readdirSync, readlinkSync, statSync } from "node:fs";
import { residentMb } from "@/prove/harness/memory";

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
  const open = handlesOf(pid);
  const sockets = open.filter((target) => target.startsWith("socket:")).length;
  return {
    ...{ atSeconds, sockets },
    residentMb: residentMb(pid),
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
