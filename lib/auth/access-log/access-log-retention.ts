import { setTimeout as pause } from "node:timers/promises";
import type { JobKind } from "@/lib/jobs/job-kind";
import { noteBackupTaken, removeOldAccessLogEntries } from "./access-log";

const everyMs = 60_000;
/** Rows per transaction. Other writes then wait some milliseconds at most. */
const slice = 200;
const pauseMs = 100;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Removes entries of the access log that are older than `days`, and records backups that were taken
 * beside the server, each minute.
 */
export function accessLogRetention(days: number): JobKind {
  return {
    name: "access-log-retention",
    everyMs,
    run: async ({ store, signal }) => {
      const keptSince = new Date(Date.now() - days * dayMs);
      while ((await removeOldAccessLogEntries(store, keptSince, slice)) === slice) {
        await pause(pauseMs, undefined, { ref: false, signal });
      }
      const { lastBackup } = await store.facts();
      const at = new Date(lastBackup?.at ?? Number.NaN);
      if (at > keptSince) await noteBackupTaken(store, at);
    },
  };
}
