import type { Log } from "./log";
import type { Metrics } from "./metrics";

/** A log that also adds its requests to the metrics. */
export function countedLog(log: Log, metrics: Metrics): Log {
  return {
    ...log,
    request: (entry) => {
      log.request(entry);
      metrics.request(entry);
    },
    turnedAway: (entry) => {
      log.turnedAway(entry);
      metrics.request(entry);
    },
  };
}
