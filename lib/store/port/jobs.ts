import type { JsonValue } from "@/lib/schema/json";

/** A job to store. */
export interface NewJob {
  readonly kind: string;
  /** At most one job of a kind has this key, dead ones included; absent: a key of its own. */
  readonly key?: string;
  readonly payload?: JsonValue;
  /**
   * Time until the job is due, in milliseconds; 0 when absent. At most ten minutes: a later due time
   * is corrected as an error of the clock.
   */
  readonly delayMs?: number;
}

/** A job that one runner may run until its lease ends. */
export interface LeasedJob {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  /** JSON. */
  readonly payload: string;
  /** Number of runs that began, this one included. */
  readonly tries: number;
}

/** The end of a lease after which the job stays. */
export interface Postponed {
  /** Time until the job is due again, in milliseconds; null: never, the job is dead. */
  readonly delayMs: number | null;
  readonly tries: number;
  readonly error: string | null;
}

/** The names of kinds to lease. The exclusive ones are part of all. */
export interface LeasedKinds {
  readonly all: readonly string[];
  readonly exclusive: readonly string[];
}

/** Figures of the jobs. */
export interface JobFacts {
  /** Jobs that no runner holds, due or not. */
  readonly waiting: number;
  readonly running: number;
  readonly dead: number;
  /** Time since the oldest of the waiting jobs became due, in milliseconds; 0 when none is due. */
  readonly oldestDueMs: number;
}

/** Reads of the jobs. */
export interface JobReader {
  /** Returns the time until a job of these kinds can be leased; undefined when there is none. */
  nextMs(kinds: readonly string[]): Promise<number | undefined>;
  facts(): Promise<JobFacts>;
}

/**
 * The jobs of a deployment in one transaction. `holder` identifies a runner. Times are by one
 * clock: the server's, or that of the only process.
 */
export interface JobTable extends JobReader {
  /** Stores a job. Returns false when one with the same kind and key exists. */
  add(job: NewJob): Promise<boolean>;
  /**
   * Leases up to `most` due jobs that nobody holds, the longest due first. Of an exclusive kind, only
   * one job is leased at a time.
   */
  lease(holder: string, forMs: number, kinds: LeasedKinds, most: number): Promise<LeasedJob[]>;
  /** Makes jobs of a kind due now that would be due later than in `mostMs`, after a wrong clock. */
  correctDueTimes(kind: string, mostMs: number): Promise<void>;
  /** Extends leases. Returns the ids of the jobs that the holder still has. */
  renew(holder: string, forMs: number, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Deletes a job that the holder has; does nothing otherwise. */
  finish(holder: string, id: string): Promise<void>;
  /** Ends a lease of the holder; does nothing when another one holds the job. */
  postpone(holder: string, id: string, after: Postponed): Promise<void>;
}
