import type { JobReports } from "@/lib/jobs/runner";
import type { Log } from "./log";
import type { Metrics } from "./metrics";

/** Returns the reports of a runner in the log and the metrics. A superseded process logs none. */
export function jobReports(
  log: Pick<Log, "warn" | "trouble">,
  metrics: Pick<Metrics, "jobFailed"> | undefined,
  isSuperseded: () => boolean,
): JobReports {
  return {
    failed: (kind, error, isDead) => {
      metrics?.jobFailed(kind);
      if (isSuperseded()) return;
      if (isDead) log.trouble(`a job of the kind ${kind} has failed for good`, error);
      else log.warn(`a job of the kind ${kind} has failed and is retried: ${String(error)}`);
    },
    unavailable: (error) => {
      if (!isSuperseded()) log.warn(`the jobs cannot be read or written: ${String(error)}`);
    },
  };
}
