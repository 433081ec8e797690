import type { Slices } from "@/lib/store/concurrency/time-slices";
import type { Connection } from "@/lib/store/port/engine";
import type { Statements } from "./statements";

/** A connection and the statements to run on it. */
export interface ReadContext {
  readonly connection: Connection;
  readonly statements: Statements;
  /** Absent inside a transaction, which sees what is not committed. */
  readonly counts?: KnownCounts;
  /** Absent inside a transaction, and where a server does the work. */
  readonly slices?: Slices;
  /** Inside a transaction: writes the counters that have changed, before they are read. */
  readonly flushCounters?: () => Promise<void>;
}

/** Counts of committed records, kept until a resource that was counted changes. */
export interface KnownCounts {
  /** The count under `key`, which identifies a search and all its values; `scan` makes it when it is not known. */
  count(key: string, paths: readonly string[], scan: () => Promise<number>): Promise<number>;
}
