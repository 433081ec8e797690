import { setTimeout } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Reader, Store } from "@/lib/store/port/store";

type Entry = Awaited<ReturnType<typeof lastEntry>>;

/** Limit on reading either side of the lag, in milliseconds. More could fail the whole scrape. */
const sideMs = 1_000;

/**
 * Registers the replication lag, if replicas are configured. The returned function never rejects.
 * The lag is absent unless both sides have answered; the last value is never kept.
 */
export function watchReplicaLag(store: Store, registers: Registry[]): () => Promise<void> {
  const { replica } = store;
  if (replica === undefined) return async () => undefined;
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const up = gauge("tocsin_database_standby_up", "1 while one that stands by answers.");
  const entries = gauge(
    "tocsin_change_log_lag_entries",
    "How many entries of the change log the one that stands by does not show yet.",
  );
  const seconds = gauge(
    "tocsin_change_log_lag_seconds",
    "How much older its last entry is than the last there is.",
  );
  // While the leader is away, the store's reader falls back to replicas. A transaction never does.
  const readOurs = inTime(() => store.write(lastEntry));
  const readTheirs = inTime(() => lastEntry(replica));
  return async () => {
    const [ours, theirs] = await Promise.all([readOurs(), readTheirs()]);
    up.set(theirs ? 1 : 0);
    if (ours && theirs) {
      entries.set(Math.max(0, sequenceOf(ours.entry) - sequenceOf(theirs.entry)));
      seconds.set(Math.max(0, timeOf(ours.entry) - timeOf(theirs.entry)));
    } else {
      entries.remove();
      seconds.remove();
    }
  };
}

/** Reads an entry; undefined if it is late or fails. A pending read is not repeated. */
function inTime(ask: () => Promise<Entry>) {
  let asked: Promise<{ readonly entry: Entry } | undefined> | undefined;
  return async () => {
    asked ??= ask()
      .then((entry) => ({ entry }))
      .catch(() => undefined)
      .finally(() => {
        asked = undefined;
      });
    return await Promise.race([asked, setTimeout(sideMs, undefined, { ref: false })]);
  };
}

/** Returns the number of an entry of the change log; 0 without an entry. */
export function sequenceOf(entry: Entry): number {
  return Number(entry?.["sequence"] ?? 0);
}

/** Returns the time of an entry, in seconds since 1970; 0 without an entry. */
export function timeOf(entry: Entry): number {
  return entry ? Date.parse(String(entry["at"])) / 1000 : 0;
}

/** Returns the last entry of the change log; undefined while the log is empty. */
export async function lastEntry(reader: Reader) {
  const [entry] = await reader.find(changeLog, {
    projects: "all",
    columns: ["sequence", "at"],
    sort: [{ column: "sequence", direction: "desc" }],
    limit: 1,
  });
  return entry;
}
