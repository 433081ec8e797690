import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { RequestLogEntry } from "@/lib/http/message/request-log";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import type { Store } from "@/lib/store/port/store";
import { gaugeIn } from "./gauge";
import { watchDatabase } from "./metrics-database";
import { RequestCounts } from "./metrics-requests";

type Handle = (request: ApiRequest) => Promise<ApiResponse>;

/** Metrics of a process about its own work. */
export interface Metrics {
  readonly contentType: string;
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>;
  /** Counts a request that was answered. */
  request(entry: RequestLogEntry): void;
  /** Counts a failed run of a job. */
  jobFailed(kind: string): void;
  /** Returns the same handler with its requests in progress counted. */
  around(handle: Handle): Handle;
  /** Counts the waiting requests of a queue from then on. */
  watchQueue(queue: WaitingRequests): void;
}

/** Tells how many requests wait for admission, and how long the first of them has waited. */
interface WaitingRequests {
  waiting(): { readonly requests: number; readonly longestMs: number };
}

/**
 * Counts the work of a process. Labels are patterns of paths, methods and statuses, which no client
 * can multiply.
 */
export function createMetrics(store: Store, version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new RequestCounts();
  new Gauge({
    name: "tocsin_build_info",
    help: "Always 1; the labels say what runs.",
    labelNames: ["version", "node"],
    registers,
  }).set({ version, node: process.versions.node }, 1);
  const readDatabase = watchDatabase(store, registers);
  const jobFailures = new Counter({
    name: "tocsin_job_failures_total",
    help: "Runs of jobs in this process that failed.",
    labelNames: ["kind"],
    registers,
  });
  return {
    contentType: registry.contentType,
    text: async () => {
      const commits = await readDatabase();
      return requests.text() + commits + (await registry.metrics());
    },
    jobFailed: (kind) => jobFailures.inc({ kind }),
    around: countProgress(registers),
    watchQueue: (queue) => countQueue(queue, registers),
    request: (entry) => requests.add(entry),
  };
}

/** Registers the requests that wait for admission. Requests that wait too long are rejected. */
function countQueue(queue: WaitingRequests, registers: Registry[]): void {
  const length = () => queue.waiting().requests;
  gaugeIn(registers, "tocsin_http_queue_length", "Requests that wait for their turn.", length);
  const oldest = () => queue.waiting().longestMs / 1000;
  const help = "How long the first of them has waited.";
  gaugeIn(registers, "tocsin_http_queue_oldest_seconds", help, oldest);
}

/** Registers the number of requests in progress and the age of the oldest. */
function countProgress(registers: Registry[]): Metrics["around"] {
  // A set keeps insertion order, so the first member is the oldest.
  const inProgress = new Set<{ readonly since: number }>();
  const oldestSeconds = () => {
    const [oldest] = inProgress;
    return oldest ? (performance.now() - oldest.since) / 1000 : 0;
  };
  gaugeIn(
    registers,
    "tocsin_http_requests_in_progress",
    "Requests of the API that are not answered yet.",
    () => inProgress.size,
  );
  gaugeIn(
    registers,
    "tocsin_http_oldest_request_seconds",
    "How long the oldest request in progress has been.",
    oldestSeconds,
  );
  return (handle) => async (request) => {
    const one = { since: performance.now() };
    inProgress.add(one);
    try {
      return await handle(request);
    } finally {
      inProgress.delete(one);
    }
  };
}
