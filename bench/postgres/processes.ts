import pg from "pg";
import { newId } from "@/lib/store/port/new-id";
import { startPostgres, type TestServer } from "@/tests/postgres-server";
import { askServer } from "@/tests/server/ask-server";
import { startDelayProxy } from "@/tests/server/delay-proxy";
import { bundleServer, type Served, startServer } from "@/tests/server/server-process";

/** Clients of all processes together, more than the processes have connections, and their projects. */
const [clients, projectCount] = [48, 48];
/** Delay of each statement to the server, in milliseconds. */
const delayMs = 1;
/** Duration of the requests of a kind before they are measured. A process compiles its hot code. */
const warmUpSeconds = 8;
/** Times in milliseconds that each flush of a commit takes longer than the disk. */
const slowerFlushes = [0, 10, 30];

/** Lines of a table, the first of them its header; or the reason why there is none. */
type Lines = readonly (readonly string[])[] | string;

/**
 * Returns lines about creates and gets a second with one process and with two on a PostgreSQL of its
 * own, over a connection with 1 ms of delay, also with slower flushes. Each project is written by one
 * process. Returns a sentence if no PostgreSQL is installed.
 */
export async function processLines(rounds: number, seconds: number): Promise<Lines> {
  const lines: string[][] = [["on PostgreSQL, 1 ms away", "one process, /s", "two, /s", "times"]];
  for (const flushMs of slowerFlushes) {
    const told = await linesWith(flushMs, rounds, seconds);
    if (typeof told === "string") return told;
    const suffix = flushMs === 0 ? "" : `, flushes take ${flushMs} ms more`;
    const isUseful = (what: string) => flushMs === 0 || what !== "gets";
    for (const [what = "", ...figures] of told) {
      if (isUseful(what)) lines.push([what + suffix, ...figures]);
    }
  }
  return lines;
}

async function linesWith(flushMs: number, rounds: number, seconds: number): Promise<Lines> {
  const server = await startPostgres([
    ...["fsync=on", "synchronous_commit=on", "full_page_writes=on"],
    // A commit waits so long before its flush, which commits beside it share.
    ...[`commit_delay=${flushMs * 1_000}`, "commit_siblings=0"],
  ]);
  if (typeof server === "string") return server;
  const proxy = await startDelayProxy(server.folder, delayMs);
  const bundle = await bundleServer();
  const rates = new Map<string, number[][]>();
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const count of [1, 2]) {
        const name = `bench_${round}_${count}`;
        await onServer(server, `create database ${name}`);
        const settings = { DATABASE_URL: proxy.url(name) };
        const processes: Served[] = [];
        for (let n = 0; n < count; n += 1) processes.push(await startServer(bundle, settings));
        for (const [what, rate] of await measure(processes, seconds)) {
          const known = rates.get(what) ?? [[], []];
          known[count - 1]?.push(rate);
          rates.set(what, known);
        }
        await Promise.all(processes.map((served) => served.stop()));
      }
    }
  } finally {
    await proxy.close();
    await server.stop();
  }
  return [...rates].map(([what, [one = [], two = []]]) => {
    const [alone, both] = [median(one), median(two)];
    return [what, alone.toFixed(0), both.toFixed(0), (both / alone).toFixed(2)];
  });
}

async function measure(processes: readonly Served[], seconds: number) {
  const projects = Array.from({ length: projectCount }, () => newId());
  const made: string[] = [];
  const portOf = (client: number) => processes[client % processes.length]?.port ?? 0;
  const create = async (client: number) => {
    const data = incidentOf(projects[client % projects.length] ?? "");
    const reply = await askServer(portOf(client), "POST", "/api/incident", { body: { data } });
    requireSuccess(reply.status, reply.text);
    made.push(String(reply.body["_id"]));
  };
  const get = async (client: number) => {
    const id = made[Math.floor(Math.random() * made.length)] ?? "";
    const path = `/api/incident/${id}/get-item`;
    const reply = await askServer(portOf(client), "POST", path, { body: {} });
    requireSuccess(reply.status, reply.text);
  };
  // Registers the projects.
  for (const [client] of projects.entries()) await create(client);
  for (const act of [create, get]) await rateOf(act, warmUpSeconds);
  return [
    ["creates", await rateOf(create, seconds)],
    ["gets", await rateOf(get, seconds)],
  ] as const;
}

/** Returns how often a second all clients together do something. */
async function rateOf(act: (client: number) => Promise<void>, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let done = 0;
  const loop = async (client: number) => {
    while (performance.now() < end) {
      await act(client);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  return done / seconds;
}

function incidentOf(projectId: string) {
  return {
    ...{ projectId, title: "Incident", declaredAt: "2026-01-31T09:00:00.000Z" },
    currentIncidentStateId: "0190a000-0000-7000-8000-000000000001",
    incidentSeverityId: "0190a000-0000-7000-8000-000000000002",
  };
}

function requireSuccess(status: number, text: string): void {
  if (status !== 200) throw new Error(`A request was answered ${status}: ${text}`);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}

async function onServer(server: TestServer, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url("postgres") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
