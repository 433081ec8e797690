import { Counter, Gauge, type Registry } from "prom-client";
import type { DatabaseFacts } from "@/lib/store/port/database-facts";
import type { Store } from "@/lib/store/port/store";
import { commitBounds } from "@/lib/store/write/commit-statistics";
import { gaugeIn } from "./gauge";
import { histogramText } from "./histogram-text";
import { watchJobs } from "./metrics-jobs";
import { lastEntry, sequenceOf, timeOf, watchReplicaLag } from "./metrics-replica-lag";

type Reading = readonly [
  name: string,
  help: string,
  value: (facts: DatabaseFacts) => number | null,
];

/** Database values read at each scrape. Totals since it was opened, so they only grow. */
const readings: readonly Reading[] = [
  ["tocsin_database_bytes", "The size of the database.", ({ bytes }) => bytes],
  ["tocsin_database_wal_bytes", "The size of the write-ahead log.", ({ walBytes }) => walBytes],
  ["tocsin_database_reads_total", "Statements that read.", ({ work }) => work.reads],
  ["tocsin_database_read_seconds_total", "Time in them.", ({ work }) => work.readMs / 1000],
  [
    "tocsin_database_writes_total",
    "Writes, each a transaction of its own.",
    ({ work }) => work.writes,
  ],
  ["tocsin_database_write_seconds_total", "Time in them.", ({ work }) => work.writeMs / 1000],
  ["tocsin_database_commits_total", "Commits; writes share them.", ({ work }) => work.commits],
  ["tocsin_database_commit_seconds_total", "Time in them.", ({ work }) => work.commitMs / 1000],
  ["tocsin_write_queue_length", "Writes that wait.", ({ waiting }) => waiting.writes],
  [
    "tocsin_write_queue_oldest_seconds",
    "How long the first of them has waited.",
    ({ waiting }) => waiting.longestMs / 1000,
  ],
  [
    "tocsin_last_backup_timestamp_seconds",
    "When the last backup was taken that is known; 0: never. Absent where none can be known.",
    lastBackupOf,
  ],
];

/** Null if unknown: PostgreSQL has other means of backup, and memory keeps no record. */
function lastBackupOf({ engine, inMemory, lastBackup }: DatabaseFacts): number | null {
  if (lastBackup) return Date.parse(lastBackup.at) / 1000;
  return engine !== "sqlite" || inMemory ? null : 0;
}

/**
 * Registers the metrics of the database. The returned function updates them, resolves to the
 * histogram of commit times as text and never rejects. If the database does not respond, all but
 * `tocsin_database_up` and the replication lag keep their values.
 */
export function watchDatabase(store: Store, registers: Registry[]): () => Promise<string> {
  const show = readings.map(([name, help, value]) => {
    const set = setterOf(name, help, registers);
    return (facts: DatabaseFacts) => set(value(facts));
  });
  const sequence = gaugeIn(
    registers,
    "tocsin_change_log_sequence",
    "The number of the last entry of the change log.",
  );
  const written = "tocsin_change_log_last_entry_timestamp_seconds";
  const last = gaugeIn(registers, written, "When it was written.");
  const up = gaugeIn(registers, "tocsin_database_up", "1 while the database answers.");
  watchPools(store, registers);
  const showJobs = watchJobs(registers);
  const readLag = watchReplicaLag(store, registers);
  let commits = "";
  return async () => {
    const lagIsRead = readLag();
    try {
      const facts = await store.facts();
      commits = commitTimes(facts);
      for (const one of show) one(facts);
      const entry = await lastEntry(store.reader);
      sequence.set(sequenceOf(entry));
      last.set(timeOf(entry));
      showJobs(await store.reader.jobs.facts());
      up.set(1);
    } catch {
      up.set(0);
    }
    await lagIsRead;
    return commits;
  };
}

/** `prom-client` accepts no buckets counted elsewhere. */
function commitTimes({ work: { commitBuckets, commitMs } }: DatabaseFacts): string {
  const name = "tocsin_database_commit_duration_seconds";
  return [
    `# HELP ${name} How long each commit took, the wait for the disk included.`,
    `# TYPE ${name} histogram`,
    ...histogramText(name, "", commitBounds, commitBuckets, commitMs / 1000),
    "",
  ].join("\n");
}

function setterOf(name: string, help: string, registers: Registry[]) {
  if (name.endsWith("_total")) {
    const counter = new Counter({ name, help, registers });
    return (value: number | null) => {
      counter.reset();
      counter.inc(value ?? 0);
    };
  }
  const gauge = gaugeIn(registers, name, help);
  return (value: number | null) => {
    if (value === null) gauge.remove();
    else gauge.set(value);
  };
}

/** Registers the connections of the process to a database server. Does nothing without a server. */
function watchPools(store: Store, registers: Registry[]): void {
  if (Object.keys(store.pools()).length === 0) return;
  new Gauge({
    name: "tocsin_database_connections",
    help: "Connections to the database, by what they are for and whether they are in use.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const [pool, { inUse, idle }] of Object.entries(store.pools())) {
        this.set({ pool, state: "in_use" }, inUse);
        this.set({ pool, state: "idle" }, idle);
      }
    },
  });
  new Gauge({
    name: "tocsin_database_pool_waiting",
    help: "Statements that wait for one of these connections.",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const [pool, { waiting }] of Object.entries(store.pools())) this.set({ pool }, waiting);
    },
  });
}
