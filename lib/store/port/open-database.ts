import type { DatabaseFacts, PoolLoad, SnapshotForm } from "./database-facts";
import type { Announce, Listen, ListenToAnnouncements } from "./topic";

/** Runs SQL of proofs and tests. Never used inside a transaction. */
export interface RawSql {
  readonly engine: "sqlite" | "postgres";
  /** Waits for the transaction in progress. Returns the rows as objects. */
  run(sql: string, parameters: readonly unknown[]): Promise<readonly unknown[]>;
}

/** The parts of an open database beside its records. */
export interface OpenDatabase {
  readonly rawSql: RawSql;
  /** Calls the listener soon after commits of a topic in any process, perhaps without cause. */
  readonly onCommit: Listen;
  readonly announce: Announce;
  readonly onAnnouncement: ListenToAnnouncements;
  /** Returns the current use of server connections by purpose; empty without a server. */
  pools(): Readonly<Record<string, PoolLoad>>;
  /** Returns the kind of file of a snapshot, and what is missing to take one. */
  snapshotForm(): Promise<SnapshotForm>;
  /**
   * Returns the current database as a separate file, in chunks. Throws `unavailable` when it cannot
   * be made.
   */
  snapshot(): Promise<AsyncIterable<Uint8Array>>;
  /** Returns the size of the database and its current work. */
  facts(): Promise<DatabaseFacts>;
  /** Waits for the transaction in progress, then closes. */
  close(): Promise<void>;
}
