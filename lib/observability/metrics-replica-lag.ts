import { setTimeout } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Reader, Store } from "@/lib/store/port/store";

type Entry = Awaited<ReturnType<typeof lastEntry>>;

/** How long a scrape waits for either side of the lag, in milliseconds: late ones would cost it all other numbers too. */
const sideMs = 1_000;

/**
 * How far those that stand by are behind; nothing where none do. Never rejects. Unless both sides have answered for
 * themselves there is no lag to show, least of all the last one.
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
  // While the leader is away the store's reader answers from those that stand by; a transaction never does.
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

/** Asks for an entry; undefined when it does not come in time. A question that is still open is not asked again. */
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

/** The number of an entry of the change log; 0 where there is none. */
export function sequenceOf(entry: Entry): number {
  return Number(entry?.["sequence"] ?? 0);
}

/** When an entry was written, in seconds since 1970; 0 where there is none. */
export function timeOf(entry: Entry): number {
  return entry ? Date.parse(String(entry["at"])) / 1000 : 0;
}

/** The last entry of the change log; undefined while it is empty. */
export async function lastEntry(reader: Reader) {
  const [entry] = await reader.find(changeLog, {
    projects: "all",
    columns: ["sequence", "at"],
    sort: [{ column: "sequence", direction: "desc" }],
    limit: 1,
  });
  return entry;
}
