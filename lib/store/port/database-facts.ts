import type { LastBackup } from "./last-backup";

/** The connections of one kind, and how many wait for one. */
export interface PoolLoad {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The kind of file that a snapshot is. */
export interface SnapshotForm {
  /** How its name ends. */
  readonly ending: ".db" | ".dump";
  /** The value of `Content-Type`. */
  readonly type: string;
  /** What the server's machine lacks for it, in a sentence; null when nothing. */
  readonly missing: string | null;
}

/** Figures of a database for its operator. Times are in milliseconds, totals count from the opening on. */
export interface DatabaseFacts {
  readonly engine: "sqlite" | "postgres";
  readonly inMemory: boolean;
  readonly bytes: number;
  /** The write-ahead log beside it; null where there is none or it is not known. */
  readonly walBytes: number | null;
  /** Writes that wait for their turn, and for how long the first has. */
  readonly waiting: { readonly writes: number; readonly longestMs: number };
  readonly work: DatabaseWork;
  /** The last backup that was noted beside it, or in it. */
  readonly lastBackup: LastBackup | null;
}

/** How much was done since the opening. Writes share commits. */
export interface DatabaseWork {
  readonly reads: number;
  readonly readMs: number;
  readonly writes: number;
  readonly writeMs: number;
  readonly commits: number;
  readonly commitMs: number;
  /** As `commitBounds` (`lib/store/write/commit-statistics.ts`) bounds them. */
  readonly commitBuckets: readonly number[];
}
