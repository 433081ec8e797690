import type { Slices } from "@/lib/store/concurrency/time-slices";
import type { Connection } from "@/lib/store/port/engine";
import type { Statements } from "./statements";

/** A connection and the statements to run on it. */
export interface ReadContext {
  readonly connection: Connection;
  readonly statements: Statements;
  /** Absent inside a transaction, which sees uncommitted changes. */
  readonly counts?: KnownCounts;
  /** Absent inside a transaction, and when a server does the work. */
  readonly slices?: Slices;
}

/** Counts of committed records, kept until a resource that was counted changes. */
export interface KnownCounts {
  /** Returns the count under `key`, which identifies a search and its values; `scan` computes an unknown one. */
  count(key: string, paths: readonly string[], scan: () => Promise<number>): Promise<number>;
}
