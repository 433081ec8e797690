import { readFileSync } from "node:fs";

/** Linux reports times in hundredths of a second wherever programs can read them. */
const tickMs = 10;

/** Returns the processor time of a process so far, in milliseconds; 0 without /proc. */
export function processorMs(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in brackets, may contain anything; `utime` and `stime` are the 12th and 13th after
    // it (proc_pid_stat(5)).
    const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return 0;
  }
}
