import { setTimeout as pause } from "node:timers/promises";
import { noteBackupTaken, removeOldAccessLogEntries } from "@/lib/auth/access-log/access-log";
import type { Store } from "@/lib/store/port/store";
import type { Log } from "./log";

const everyMs = 60_000;
/** Rows per transaction. Other writes then wait some milliseconds at most. */
const slice = 200;
const pauseMs = 100;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Removes entries of the access log that are older than `days`, in the background, and records
 * backups that were taken beside the server. Returns a function that ends the job and resolves when
 * nothing is in progress.
 */
export function pruneAccessLog(store: Store, days: number, log: Pick<Log, "warn">) {
  let isEnding = false;
  let underWay = Promise.resolve();
  let hasWarned = false;
  const tend = async () => {
    const keptSince = new Date(Date.now() - days * dayMs);
    while (!isEnding && (await removeOldAccessLogEntries(store, keptSince, slice)) === slice) {
      await pause(pauseMs, undefined, { ref: false });
    }
    const { lastBackup } = await store.facts();
    const at = new Date(lastBackup?.at ?? Number.NaN);
    if (!isEnding && at > keptSince) await noteBackupTaken(store, at);
  };
  const begin = () => {
    underWay = tend().then(
      () => {
        hasWarned = false;
      },
      (error: unknown) => {
        // Warns once per outage of the database.
        if (!hasWarned) log.warn(`the access log could not be tended: ${String(error)}`);
        hasWarned = true;
      },
    );
    return underWay.then(() => {
      if (!isEnding) timer = setTimeout(begin, everyMs).unref();
    });
  };
  let timer = setTimeout(begin, everyMs / 12).unref();
  return async () => {
    isEnding = true;
    clearTimeout(timer);
    await underWay;
  };
}
