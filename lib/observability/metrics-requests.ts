import type { RequestLogEntry } from "@/lib/http/message/request-log";
import { histogramText } from "./histogram-text";
import { routeLabel } from "./metrics-routes";

/** Upper bounds in seconds, from an index lookup to a client's timeout. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  readonly labels: string;
  readonly byStatus: Map<number, number>;
  /** Number of requests between each bound and the bound before; the last counts the rest. */
  readonly buckets: number[];
  seconds: number;
}

/**
 * Counts answered requests. Does not use `prom-client`, which sorts and hashes the labels of each
 * observation: that took three times as long as the rest of counting.
 */
export class RequestCounts {
  readonly #series = new Map<string, Map<string, Series>>();

  add({ method, route, status, durationMs }: RequestLogEntry): void {
    const series = this.#at(method, routeLabel(route));
    const seconds = durationMs / 1000;
    series.byStatus.set(status, (series.byStatus.get(status) ?? 0) + 1);
    series.seconds += seconds;
    let place = 0;
    while (place < bounds.length && seconds > (bounds[place] ?? 0)) place += 1;
    series.buckets[place] = (series.buckets[place] ?? 0) + 1;
  }

  /** Returns the counts in the text format of Prometheus. */
  text(): string {
    const all = [...this.#series.values()].flatMap((methods) => [...methods.values()]);
    return [
      "# HELP tocsin_http_requests_total Requests that were answered, by the pattern of their path.",
      "# TYPE tocsin_http_requests_total counter",
      ...all.flatMap(totals),
      "# HELP tocsin_http_request_duration_seconds From the whole request to the reply; a stream goes on after that.",
      "# TYPE tocsin_http_request_duration_seconds histogram",
      ...all.flatMap(histogram),
      "# HELP tocsin_refused_total Requests refused for their credentials, permissions, a limit or the state of the server.",
      "# TYPE tocsin_refused_total counter",
      ...Object.entries(reasons).map(
        ([status, reason]) =>
          `tocsin_refused_total{reason="${reason}"} ${sum(all, Number(status))}`,
      ),
      "# HELP tocsin_failed_sign_ins_total Sign-ins with a wrong password, and those held back after too many.",
      "# TYPE tocsin_failed_sign_ins_total counter",
      `tocsin_failed_sign_ins_total{outcome="wrong"} ${sum(this.#signIns(), 401)}`,
      `tocsin_failed_sign_ins_total{outcome="held_back"} ${sum(this.#signIns(), 429)}`,
      "",
    ].join("\n");
  }

  #signIns(): Series[] {
    return [...(this.#series.get("/api/auth/sign-in/email")?.values() ?? [])];
  }

  #at(method: string, route: string): Series {
    const methods = this.#series.get(route) ?? new Map<string, Series>();
    const known = methods.get(method);
    if (known) return known;
    const made: Series = {
      labels: `method="${method}",route="${route}"`,
      ...{ byStatus: new Map(), buckets: [...bounds, 0].map(() => 0), seconds: 0 },
    };
    this.#series.set(route, methods);
    methods.set(method, made);
    return made;
  }
}

/** Reasons for refusal, by status. */
const reasons = { 401: "credentials", 403: "permission", 429: "rate", 503: "unavailable" } as const;

function sum(all: readonly Series[], status: number): number {
  return all.reduce((total, { byStatus }) => total + (byStatus.get(status) ?? 0), 0);
}

function totals({ labels, byStatus }: Series): string[] {
  return [...byStatus].map(
    ([status, count]) => `tocsin_http_requests_total{${labels},status="${status}"} ${count}`,
  );
}

function histogram({ labels, buckets, seconds }: Series): string[] {
  const name = "tocsin_http_request_duration_seconds";
  return histogramText(name, labels, bounds, buckets, seconds);
}
