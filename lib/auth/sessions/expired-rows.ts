import type { JobKind } from "@/lib/jobs/job-kind";
import { sessionLimits } from "./end-session";

const everyMs = 60 * 60 * 1000;
/** Rows per transaction. */
const slice = 200;

/**
 * Deletes sessions that have expired or were idle for too long, and one-use links that have
 * expired, each hour. They admit nobody any more, but they hold addresses and devices.
 */
export const expiredRows: JobKind = {
  name: "expired-rows",
  everyMs,
  run: async ({ store, signal }) => {
    const now = new Date();
    const idleSince = new Date(now.getTime() - sessionLimits.idleMs);
    for (let isLeft = true; isLeft; ) {
      signal.throwIfAborted();
      const deleted = await store.write(async ({ auth }) => [
        await auth.deleteExpiredSessions(now, idleSince, slice),
        await auth.deleteExpiredLinks(now, slice),
      ]);
      isLeft = deleted.includes(slice);
    }
  },
};
