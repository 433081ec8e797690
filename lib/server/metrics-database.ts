import { Counter, Gauge, type Registry } from "prom-client";
import { changeLog } from "@/lib/resources/change-log";
import type { DatabaseFacts, Store } from "@/lib/store/store";

type Reading = readonly [
  name: string,
  help: string,
  value: (facts: DatabaseFacts) => number | null,
];

/** What is read of the database at each scrape. Totals are those of the opened database, so they only grow. */
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

/** PostgreSQL is backed up by its own programs, and what is in memory leaves no note beside it. */
function lastBackupOf({ engine, inMemory, lastBackup }: DatabaseFacts): number | null {
  if (engine !== "sqlite" || inMemory) return null;
  return lastBackup ? Date.parse(lastBackup.at) / 1000 : 0;
}

/**
 * Adds what is known of the database to the registers; the answer brings it up to date and never rejects. A database that
 * does not answer leaves all but `tocsin_database_up` as it was.
 */
export function watchDatabase(store: Store, registers: Registry[]): () => Promise<void> {
  const show = readings.map(([name, help, value]) => {
    const set = setterOf(name, help, registers);
    return (facts: DatabaseFacts) => set(value(facts));
  });
  const sequence = new Gauge({
    name: "tocsin_change_log_sequence",
    help: "The number of the last entry of the change log.",
    registers,
  });
  const last = new Gauge({
    name: "tocsin_change_log_last_entry_timestamp_seconds",
    help: "When it was written.",
    registers,
  });
  const up = new Gauge({
    name: "tocsin_database_up",
    help: "1 while the database answers.",
    registers,
  });
  return async () => {
    try {
      const facts = await store.facts();
      for (const one of show) one(facts);
      const entry = await lastEntry(store);
      sequence.set(Number(entry?.["sequence"] ?? 0));
      last.set(entry ? Date.parse(String(entry["at"])) / 1000 : 0);
      up.set(1);
    } catch {
      up.set(0);
    }
  };
}

function setterOf(name: string, help: string, registers: Registry[]) {
  if (name.endsWith("_total")) {
    const counter = new Counter({ name, help, registers });
    return (value: number | null) => {
      counter.reset();
      counter.inc(value ?? 0);
    };
  }
  const gauge = new Gauge({ name, help, registers });
  return (value: number | null) => {
    if (value === null) gauge.remove();
    else gauge.set(value);
  };
}

async function lastEntry({ reader }: Store) {
  const [entry] = await reader.find(changeLog, {
    projects: "all",
    columns: ["sequence", "at"],
    sort: [{ column: "sequence", direction: "desc" }],
    limit: 1,
  });
  return entry;
}
