import { newId } from "@/lib/store/port/new-id";
import { pause, waitUntil } from "@/prove/harness/figures";
import type { Proof, Sizes } from "@/prove/harness/proof";
import type { Run } from "@/prove/harness/run";
import { Ledger } from "@/prove/writes/ledger";
import { writeUntilItEnds } from "@/prove/writes/writers";
import { startPostgres, type TestServer } from "@/tests/postgres-server";
import type { Served } from "@/tests/server/server-process";
import { logFaults } from "./log-faults";
import { LogReader } from "./log-reader";
import { onDatabase } from "./on-database";

type Size = "entries" | "processes" | "projects" | "writers" | "readers" | "seconds";

/** Several processes write to many projects on PostgreSQL, and are killed. */
export const writersProof: Proof<Size> = {
  name: "writers",
  promise:
    "Several processes write to many projects at a time on PostgreSQL, and no reader of the change log misses an entry.",
  sizes: {
    entries: { value: 100_000, what: "entries of the change log at the end, at least" },
    processes: { value: 4, what: "processes on one database" },
    projects: { value: 20, what: "projects, each written by all processes" },
    writers: { value: 8, what: "clients of each process" },
    readers: { value: 4, what: "readers that follow the log meanwhile" },
    seconds: { value: 5, what: "time between two kills of a process or of all its connections" },
  },
  prove,
};

/** State shared by the parts of a run. */
interface Writing {
  readonly run: Run;
  readonly sizes: Sizes<Size>;
  readonly url: string;
  readonly ledger: Ledger;
  readonly projects: readonly string[];
  readonly processes: (Served | undefined)[];
  isOver: boolean;
}

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  const server = await ownServer(run);
  if (server === undefined) return;
  const writing: Writing = {
    ...{ run, sizes, url: server.url("postgres"), ledger: new Ledger() },
    projects: Array.from({ length: sizes.projects }, () => newId()),
    ...{ processes: [], isOver: false },
  };
  const first = await run.serve({ DATABASE_URL: writing.url });
  const readers = Array.from({ length: sizes.readers }, (_, n) => new LogReader(writing.url, n));
  const reading = readers.map((reader) => reader.follow());
  const places = Array.from({ length: sizes.processes }, (_, place) => place);
  const serving = places.map((place) => serveUntilOver(writing, place));
  const kills = await killUntilEnough(writing, readers);
  await Promise.all(serving);
  const entries = await entriesOf(writing.url);
  for (const reader of readers) reader.endAt(entries);
  await Promise.all(reading);
  run.check("entries of the change log", entries >= sizes.entries, String(entries));
  run.some("processes killed", kills.processes);
  run.some("times that all connections of writers were cut", kills.connections);
  run.some("writes acknowledged", writing.ledger.acknowledged);
  run.none("of them lost or different", await writing.ledger.faults(first.port));
  run.none("faults of the log, the counters or the numbers", await logFaults(writing.url));
  const missed = readers.flatMap((reader) => reader.faults(entries));
  run.none(`entries missed, repeated or out of order by ${readers.length} readers`, missed);
  await run.endsWell(first);
}

/** Its files are synced, so that commits take their time. */
async function ownServer(run: Run): Promise<TestServer | undefined> {
  const server = await startPostgres(["fsync=on", "synchronous_commit=on"]);
  if (typeof server !== "string") {
    run.onEnd(() => server.stop());
    return server;
  }
  run.skip("all", server);
  return undefined;
}

/** Runs one process and its clients, and starts it again after each kill. */
async function serveUntilOver(writing: Writing, place: number): Promise<void> {
  const { run, sizes, url, ledger, projects, processes } = writing;
  while (!writing.isOver) {
    const served = await run.serve({ DATABASE_URL: url });
    processes[place] = served;
    const { port } = served;
    const isOver = () => writing.isOver;
    const projectOf = (client: number) => projects[(place + client * 7) % projects.length] ?? "";
    const clients = Array.from({ length: sizes.writers }, (_, client) =>
      writeUntilItEnds({ port, ledger, projectId: projectOf(client), isOver }),
    );
    await Promise.all(clients);
    processes[place] = undefined;
    if (writing.isOver) await run.endsWell(served);
    else await served.ended;
  }
}

async function killUntilEnough(writing: Writing, readers: readonly LogReader[]) {
  const { run, sizes, url, processes } = writing;
  const kills = { processes: 0, connections: 0 };
  for (let turn = 0; (await entriesOf(url)) < sizes.entries || turn < 2; turn += 1) {
    await pause(sizes.seconds * 1000);
    if (turn % 2 === 1) await waitUntil(() => areAllServing(writing), 60_000);
    if (turn % 2 === 0) {
      const running = processes.filter((served) => served !== undefined);
      await running[Math.floor(Math.random() * running.length)]?.stop("SIGKILL");
      kills.processes += 1;
    } else if (areAllServing(writing)) {
      await onDatabase(url, cutWriters);
      kills.connections += 1;
    }
    if (turn % 10 === 9) run.say(`${readers[0]?.count ?? 0} entries, ${turn + 1} kills`);
  }
  writing.isOver = true;
  return kills;
}

/** A process that is starting would end without a connection, as its supervisor expects. */
function areAllServing({ sizes, processes }: Writing): boolean {
  return processes.filter((served) => served !== undefined).length === sizes.processes;
}

/** Readers have other names. */
const cutWriters =
  "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tocsin'";

async function entriesOf(url: string): Promise<number> {
  const [row] = await onDatabase(
    url,
    "select case when to_regclass('change_log') is null then 0 else (select coalesce(max(sequence), 0) from change_log) end as n",
  );
  return Number(row?.["n"]);
}
