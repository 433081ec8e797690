import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second, wherever programs can see it. */
const tickMs = 10;

/** The processor time that a process has taken so far, in milliseconds; 0 where there is no /proc. */
export function processorMs(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in brackets, may hold anything; `utime` and `stime` are the 12th and 13th after it (proc_pid_stat(5)).
    const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return 0;
  }
}
