import { ageOf } from "@/lib/client/device/times";
import type { Timing } from "@/lib/contract/report-parts";

/** The step that an incident still lacks. */
export type Lacks = "unacknowledged" | "open";

const ofNone: Readonly<Record<Lacks, string>> = {
  unacknowledged: "none acknowledged",
  open: "none resolved",
};

/** Returns the numbers of a row in words. Percentiles of a few values would mislead. */
export function timingWords(timing: Timing, lacks: Lacks): string {
  const { count, open, median, p90, mean, values } = timing;
  if (count === 0) return open.count > 0 ? ofNone[lacks] : "no incidents";
  // The number stays beside its name at the end of a line.
  const n = `n\u00a0=\u00a0${count.toLocaleString("en")}`;
  if (median === null || p90 === null || mean === null) {
    return `${(values ?? []).map(duration).join(", ")} · ${n}`;
  }
  return `median ${duration(median)} · p90 ${duration(p90)} · mean ${duration(mean)} · ${n}`;
}

function duration(seconds: number): string {
  return seconds < 60 ? `${Math.round(seconds)} s` : ageOf(seconds * 1_000);
}
