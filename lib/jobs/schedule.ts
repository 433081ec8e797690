import type { Store } from "@/lib/store/port/store";
import { longestBackoffMs } from "./backoff";
import type { JobKind } from "./job-kind";

/** The first run comes after this share of the period, so that a start is not delayed. */
const firstAfter = 1 / 12;

/**
 * Enqueues each recurring kind that has no job yet. All processes share this one job. A run moves
 * it to the next period, so each period has one run. Jobs whose due time a wrong clock has set are
 * due at once.
 */
export async function scheduleJobs(store: Store, kinds: readonly JobKind[]): Promise<void> {
  await store.write(async ({ jobs }) => {
    for (const { name, everyMs } of kinds) {
      if (everyMs !== undefined) {
        await jobs.add({ kind: name, key: "recurring", delayMs: everyMs * firstAfter });
      }
      await jobs.correctDueTimes(name, Math.max(everyMs ?? 0, longestBackoffMs));
    }
  });
}
