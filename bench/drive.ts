import autocannon from "autocannon";
import type { Server } from "./serve";

/** One request of a traffic. */
export interface Shot {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Different requests: a pool sent in rotation, or each made when it is sent. */
export type Traffic = { readonly pool: readonly Shot[] } | { readonly next: () => Shot };

/**
 * The result of one round. Times are in milliseconds but for `cpuMicros`, the server's processor
 * time per request.
 */
export interface Round {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly cpuMicros: number | undefined;
  readonly bytes: number;
}

const connections = 16;

/** Drives a server for `seconds`. Throws unless every response is a success. */
export async function drive(served: Server, traffic: Traffic, seconds: number): Promise<Round> {
  const times: number[] = [];
  let bytes = 0;
  const cpuBefore = served.cpuSeconds();
  const result = await fire(
    {
      ...{ url: served.url, connections, duration: seconds, sampleInt: 100 },
      headers: { apikey: served.key, "content-type": "application/json" },
      ...("next" in traffic ? { requests: [made(traffic.next)] } : {}),
      setupClient: (client) => {
        if ("pool" in traffic) client.setRequests(turned(traffic.pool));
      },
    },
    (length, time) => {
      times.push(time);
      bytes += length;
    },
  );
  if (result.errors + result.non2xx > 0 || times.length === 0) {
    throw new Error(
      `${served.name} failed: ${result.errors} errors, statuses ${JSON.stringify(result.statusCodeStats)}`,
    );
  }
  const cpu = served.cpuSeconds();
  times.sort((one, other) => one - other);
  return {
    perSecond: times.length / result.duration,
    p50: at(times, 0.5),
    p95: at(times, 0.95),
    p99: at(times, 0.99),
    cpuMicros:
      cpu === undefined || cpuBefore === undefined
        ? undefined
        : ((cpu - cpuBefore) * 1e6) / times.length,
    bytes: bytes / times.length,
  };
}

function fire(
  options: autocannon.Options,
  onResponse: (bytes: number, milliseconds: number) => void,
): Promise<autocannon.Result> {
  return new Promise((resolve, reject) => {
    const instance = autocannon(options, (error: Error | null, result: autocannon.Result) => {
      if (error) reject(error);
      else resolve(result);
    });
    instance.on("response", (_client, _status, bytes, time) => onResponse(bytes, time));
  });
}

/** Returns a request that is rebuilt each time it is sent. */
function made(next: () => Shot): autocannon.Request {
  return { setupRequest: (request) => ({ ...request, ...next() }) };
}

/** Rotates the pool, so that connections do not send the same request at the same time. */
function turned(pool: readonly Shot[]): Shot[] {
  const from = Math.floor(Math.random() * pool.length);
  return [...pool.slice(from), ...pool.slice(0, from)].map((shot) => ({ ...shot }));
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
}

/** The rounds of one case. */
export interface Measured {
  readonly rounds: readonly Round[];
  /** The median of each measure. */
  readonly median: Round;
}

interface Lengths {
  readonly rounds: number;
  readonly secondsARound: number;
  /** A server of much code needs more of a warm-up: V8 compiles functions while they run often. */
  readonly secondsBefore: number;
}

/** Drives several cases alternately, round by round, after a warm-up of each. */
export async function inTurn(
  runs: readonly { readonly served: Server; readonly traffic: Traffic }[],
  { rounds, secondsARound, secondsBefore }: Lengths,
): Promise<Measured[]> {
  for (const { served, traffic } of runs) await drive(served, traffic, secondsBefore);
  const measured = runs.map((): Round[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { served, traffic }] of runs.entries()) {
      measured[index]?.push(await drive(served, traffic, secondsARound));
    }
  }
  return measured.map((all) => ({ rounds: all, median: medianOf(all) }));
}

/**
 * Returns the ratio of one case to the other as the median of the rounds' own ratios: other work on
 * the machine changes from round to round but affects two adjacent rounds equally.
 */
export function ratioOf(one: Measured, other: Measured, read: (round: Round) => number): number {
  return middle(
    one.rounds.map((round, index) => {
      const beside = other.rounds[index];
      return beside ? read(round) / read(beside) : Number.NaN;
    }),
  );
}

function medianOf(rounds: readonly Round[]): Round {
  const of = (read: (round: Round) => number) => middle(rounds.map(read));
  return {
    perSecond: of((round) => round.perSecond),
    p50: of((round) => round.p50),
    p95: of((round) => round.p95),
    p99: of((round) => round.p99),
    cpuMicros: rounds.some((round) => round.cpuMicros === undefined)
      ? undefined
      : of((round) => round.cpuMicros ?? 0),
    bytes: of((round) => round.bytes),
  };
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
