import { request } from "node:http";
import { pause } from "@/prove/harness/figures";

/** Requests sent repeatedly, each over a new connection. */
export interface Probe {
  readonly port: number;
  readonly key: string;
  /** A path that the key may read. */
  readonly path: string;
  readonly everyMs: number;
}

/** Results for two paths. Times are in milliseconds. */
export interface Probed {
  readonly health: Seen;
  readonly other: Seen;
}

/** The times of successes, and the statuses of failures; 0 without a response within 30 s. */
export interface Seen {
  readonly times: number[];
  readonly failed: number[];
}

// A separate process, so that the hogs' own work does not count as the server's time.
process.on("message", (probe: Probe | "begin" | "end") => {
  if (probe === "end") process.send?.(current);
  else if (probe === "begin") current = nothing();
  else {
    const headers = { ApiKey: probe.key };
    void ask({ ...probe, path: "/healthz" }, {}, () => current.health);
    void ask(probe, headers, () => current.other);
  }
});

let current: Probed = nothing();

function nothing(): Probed {
  return { health: { times: [], failed: [] }, other: { times: [], failed: [] } };
}

async function ask(
  { port, path, everyMs }: Probe,
  headers: Record<string, string>,
  seen: () => Seen,
): Promise<void> {
  while (true) {
    const started = performance.now();
    const status = await statusOf(port, path, headers);
    if (status === 200) seen().times.push(performance.now() - started);
    else seen().failed.push(status);
    await pause(everyMs);
  }
}

function statusOf(port: number, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const asking = request(
      { host: "127.0.0.1", port, path, headers, agent: false, timeout: 30_000 },
      (reply) => {
        reply.resume().on("close", () => resolve(reply.statusCode ?? 0));
      },
    );
    asking.on("timeout", () => asking.destroy());
    asking.on("error", () => resolve(0)).end();
  });
}
