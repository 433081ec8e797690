import type { Log } from "./log";
import type { Metrics } from "./metrics";

/** Returns a log that also counts its requests in the metrics. */
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
