import type { JsonValue } from "@/lib/schema/json";
import type { Store, Writer } from "@/lib/store/port/store";

/** A kind of job, with its behavior. */
export interface JobKind {
  readonly name: string;
  /** Period in milliseconds of a recurring job; absent: jobs of this kind are enqueued. */
  readonly everyMs?: number;
  /** Number of failed runs after which a job is dead; 12 when absent. Recurring jobs never die. */
  readonly mostTries?: number;
  /** At most one job of the kind runs at a time, in all processes. */
  readonly isExclusive?: boolean;
  /** Runs a job. A job whose run throws is retried later. */
  readonly run: (job: Job) => Promise<void>;
}

/** One run of a job. The same job may run again, also after its effect if the process is killed. */
export interface Job {
  readonly store: Store;
  readonly key: string;
  readonly payload: JsonValue;
  /** Number of runs that began, this one included. */
  readonly tries: number;
  /** Aborted when the process stops, or when another runner may take the job. */
  readonly signal: AbortSignal;
  /** Extends the lease in a transaction. Throws when another runner has taken the job. */
  hold(writer: Writer): Promise<void>;
  /** Forgets earlier failures, after a part of the work is committed. */
  noteProgress(): void;
  /** Deletes the job in a transaction, so that its effect and its end commit together. */
  finish(writer: Writer): Promise<void>;
}
