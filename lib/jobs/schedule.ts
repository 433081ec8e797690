import type { Store } from "@/lib/store/port/store";
import type { JobKind } from "./job-kind";

/** The first run comes after this share of the period, so that a start is not delayed. */
const firstAfter = 1 / 12;

/**
 * Enqueues each recurring kind that has no job yet. All processes share this one job. A run moves
 * it to the next period, so each period has one run.
 */
export async function scheduleRecurring(store: Store, kinds: readonly JobKind[]): Promise<void> {
  const recurring = kinds.filter(({ everyMs }) => everyMs !== undefined);
  if (recurring.length === 0) return;
  await store.write(async ({ jobs }) => {
    for (const { name, everyMs = 0 } of recurring) {
      await jobs.add({ kind: name, key: "recurring", delayMs: everyMs * firstAfter });
    }
  });
}
