import type { Slices } from "@/lib/store/concurrency/time-slices";
import type { Connection } from "@/lib/store/port/engine";
import type { CountCache } from "@/lib/store/read/count-cache";
import type { Statements } from "./statements";

/** A connection and the statements to run on it. */
export interface ReadContext {
  readonly connection: Connection;
  readonly statements: Statements;
  /** Absent inside a transaction, which sees what is not committed. */
  readonly counts?: CountCache;
  /** Absent inside a transaction, and where a server does the work. */
  readonly slices?: Slices;
  /** Inside a transaction: writes the counters that have changed, before they are read. */
  readonly flushCounters?: () => Promise<void>;
}
