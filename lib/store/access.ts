import type { CountCache } from "./count-cache";
import type { Connection } from "./engine";
import type { Plans } from "./plans";
import type { Slices } from "./slices";

/** A connection and the statements to run on it. */
export interface Access {
  readonly connection: Connection;
  readonly plans: Plans;
  /** Absent inside a transaction, which sees what is not committed. */
  readonly counts?: CountCache;
  /** Absent inside a transaction, and where a server does the work. */
  readonly slices?: Slices;
  /** Inside a transaction: writes the counters that have changed, before they are read. */
  readonly settleCounters?: () => Promise<void>;
}
