import type { LastBackup } from "./last-backup";

/** Number of connections of one kind, and of callers waiting for one. */
export interface PoolLoad {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The kind of file that a snapshot is. */
export interface SnapshotForm {
  /** File extension. */
  readonly ending: ".db" | ".dump";
  /** The value of `Content-Type`. */
  readonly type: string;
  /** Reason why the server's machine cannot take a snapshot, as a sentence; null when it can. */
  readonly missing: string | null;
}

/**
 * Figures of a database for its operator. Times are in milliseconds; totals count from the opening.
 */
export interface DatabaseFacts {
  readonly engine: "sqlite" | "postgres";
  readonly inMemory: boolean;
  readonly bytes: number;
  /** Size of the write-ahead log; null when there is none or its size is unknown. */
  readonly walBytes: number | null;
  /** Number of queued writes, and the wait of the oldest. */
  readonly waiting: { readonly writes: number; readonly longestMs: number };
  readonly work: DatabaseWork;
  /** The last backup noted beside the database or in it. */
  readonly lastBackup: LastBackup | null;
}

/** Totals since the opening. Several writes may share a commit. */
export interface DatabaseWork {
  readonly reads: number;
  readonly readMs: number;
  readonly writes: number;
  readonly writeMs: number;
  readonly commits: number;
  readonly commitMs: number;
  /** Counts by `commitBounds` (`lib/store/write/commit-statistics.ts`). */
  readonly commitBuckets: readonly number[];
}

/** Queries for what the database consists of. */
export interface Catalog {
  /** Returns the name of a table and of one of its columns, for all columns of all tables. */
  readonly columns: string;
  /** Returns the names of all indexes. */
  readonly indexes: string;
}
