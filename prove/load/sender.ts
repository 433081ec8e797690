import { quantile } from "@/prove/harness/figures";
import { closedLoop, type Loop, openLines, openLoop } from "./loops";
import { mixedShots } from "./request-mix";

/** The work of a sending process. */
export interface Job {
  readonly port: number;
  readonly key: string;
  readonly projectId: string;
  /** Incidents to read. */
  readonly ids: readonly string[];
  readonly seconds: number;
  /** Connections kept open. */
  readonly connections: number;
  /** Requests a second at fixed times; absent: as fast as the responses arrive. */
  readonly perSecond?: number;
}

/** The results. Times are in milliseconds. */
export interface Sent {
  readonly donePerSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly done: number;
  readonly refused: number;
  readonly refusedWithoutRetryAfter: number;
  readonly refusedP99: number;
  /** Neither a success nor a refusal, including broken connections; and the same by status. */
  readonly failed: number;
  readonly others: Readonly<Record<string, number>>;
}

// A separate process, so that sending takes no time from the server's event loop.
process.on("message", (job: Job) => {
  run(job).then(
    (loop) => process.send?.(summary(loop)),
    () => process.exit(1),
  );
});

async function run(job: Job): Promise<Loop> {
  const { port, key, projectId, ids, connections, seconds, perSecond } = job;
  const shots = mixedShots(key, projectId, ids);
  if (perSecond === undefined) return closedLoop(port, shots, connections, seconds);
  const lines = await openLines(port, connections);
  process.send?.("open");
  const loop = await openLoop([...lines], shots, perSecond, seconds);
  for (const line of lines) line.end();
  return loop;
}

function summary(loop: Loop): Sent {
  const { taken, refusedTaken, seconds, refused, refusedWithoutRetryAfter, broken, others } = loop;
  return {
    ...{ refused, refusedWithoutRetryAfter },
    failed: broken + Object.values(others).reduce((sum, one) => sum + one, 0),
    others: { ...others, ...(broken > 0 && { broken }) },
    donePerSecond: taken.length / seconds,
    p50: quantile(taken, 0.5),
    p95: quantile(taken, 0.95),
    p99: quantile(taken, 0.99),
    done: taken.length,
    refusedP99: quantile(refusedTaken, 0.99),
  };
}
