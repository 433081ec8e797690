import { setTimeout as pause } from "node:timers/promises";
import type { JobKind } from "@/lib/jobs/job-kind";
import { sessionLimits } from "./end-session";

const everyMs = 60 * 60 * 1000;
/** Rows per transaction. */
const slice = 200;
const pauseMs = 100;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Deletes sessions that expired or were idle for too long a day ago, and one-use links that expired
 * a day ago, each hour. They admit nobody any more, but they hold addresses and devices. The day
 * keeps them while a clock is wrong by hours.
 */
export const expiredRows: JobKind = {
  name: "expired-rows",
  everyMs,
  run: async ({ store, signal }) => {
    const at = new Date(Date.now() - dayMs);
    const idleSince = new Date(at.getTime() - sessionLimits.idleMs);
    for (;;) {
      const deleted = await store.write(async ({ auth }) => [
        await auth.deleteExpiredSessions(at, idleSince, slice),
        await auth.deleteExpiredLinks(at, slice),
      ]);
      if (!deleted.includes(slice)) return;
      await pause(pauseMs, undefined, { ref: false, signal });
    }
  },
};
