import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Postponed } from "@/lib/store/port/jobs";
import type { Store } from "@/lib/store/port/store";
import type { JobKind } from "./job-kind";
import { afterFailure, afterSuccess, type JobRun, type Lease, runLeased } from "./job-run";
import { scheduleJobs } from "./schedule";

/** Reports of a runner. */
export interface JobReports {
  /** A run failed; `isDead`: it was the last one. */
  failed(kind: string, error: unknown, isDead: boolean): void;
  /** The jobs cannot be read or written. Called once an outage. */
  unavailable(error: unknown): void;
}

export interface RunnerOptions {
  readonly store: Store;
  /** Jobs of other kinds are left to other processes. */
  readonly kinds: readonly JobKind[];
  readonly reports: JobReports;
  /** Most jobs that run at once; 4 when absent. */
  readonly atOnce?: number;
  /** Length of a lease in milliseconds; 30,000 when absent. */
  readonly leaseMs?: number;
}

/** Longest time between two looks for jobs, and the time until the next look after a failure. */
const [pollMs, retryMs] = [30_000, 5_000];
/** Time that a stop waits for the jobs to end. */
const stopWithinMs = 5_000;
/** Time between two corrections of due times. */
const scheduleEveryMs = 60 * 60_000;

/**
 * Runs jobs as they become due, until it is stopped. Each has a lease, which is extended while it
 * runs. A job whose lease ends, because its process was killed or lost the database, runs again.
 */
export class Runner {
  readonly #lease: Lease;
  readonly #kinds: ReadonlyMap<string, JobKind>;
  readonly #reports: JobReports;
  readonly #atOnce: number;
  readonly #running = new Map<JobRun, Promise<void>>();
  readonly #stopListening: () => void;
  readonly #renewing: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<void> | undefined;
  #isLookDue = false;
  /** By `performance.now`. */
  #scheduleAt = Number.NEGATIVE_INFINITY;
  #isStopping = false;
  #hasReported = false;

  constructor({ store, kinds, reports, atOnce = 4, leaseMs = 30_000 }: RunnerOptions) {
    this.#lease = { store, holder: randomUUID(), leaseMs };
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]));
    this.#reports = reports;
    this.#atOnce = atOnce;
    this.#stopListening = store.onCommit("jobs", () => this.#lookSoon());
    this.#renewing = setInterval(() => void this.#renew(), leaseMs / 3).unref();
    this.#lookSoon();
  }

  /** Resolves when no job runs and none is due. */
  async idle(): Promise<void> {
    while (this.#look || this.#running.size > 0) {
      await Promise.all([this.#look, ...this.#running.values()]);
    }
  }

  /**
   * Begins no further job and aborts the signal of those that run. Resolves when they have ended
   * and their leases are given back, or after five seconds.
   */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopListening();
    clearTimeout(this.#timer);
    for (const { ending } of this.#running.keys()) ending.abort();
    await Promise.race([this.idle(), pause(stopWithinMs, undefined, { ref: false })]);
    clearInterval(this.#renewing);
  }

  #lookSoon(): void {
    this.#isLookDue = true;
    this.#look ??= this.#lookWhileDue().finally(() => {
      this.#look = undefined;
      // A commit may have told of a job just after the last look.
      if (this.#isLookDue && !this.#isStopping) this.#lookSoon();
    });
  }

  async #lookWhileDue(): Promise<void> {
    clearTimeout(this.#timer);
    let nextMs = pollMs;
    while (this.#isLookDue && !this.#isStopping) {
      this.#isLookDue = false;
      nextMs = await this.#begin().then(this.#worked, this.#failedToWork);
    }
    if (this.#isStopping) return;
    this.#timer = setTimeout(() => this.#lookSoon(), Math.min(nextMs, pollMs)).unref();
  }

  /** Begins jobs that are due. Returns the time until the next is due, in milliseconds. */
  async #begin(): Promise<number> {
    const { store, holder, leaseMs } = this.#lease;
    const kinds = [...this.#kinds.values()];
    if (performance.now() >= this.#scheduleAt) {
      await scheduleJobs(store, kinds);
      this.#scheduleAt = performance.now() + scheduleEveryMs;
    }
    const free = this.#atOnce - this.#running.size;
    // The end of a run causes another look.
    if (free <= 0) return pollMs;
    const all = kinds.map(({ name }) => name);
    const exclusive = kinds.filter(({ isExclusive }) => isExclusive).map(({ name }) => name);
    const nextMs = (await store.reader.jobs.nextMs(all)) ?? pollMs;
    if (nextMs > 0) return nextMs;
    const heldUntil = performance.now() + leaseMs;
    const leased = await store.write(({ jobs }) =>
      jobs.lease(holder, leaseMs, { all, exclusive }, free),
    );
    // After a jump of the clock, a lease may seem to have ended while the job still runs here.
    const here = new Set([...this.#running.keys()].map((run) => run.leased.id));
    for (const one of leased.filter(({ id }) => !here.has(id))) {
      const { tries } = one;
      const run: JobRun = { leased: one, ending: new AbortController(), heldUntil, tries };
      if (this.#isStopping) run.ending.abort();
      this.#running.set(run, this.#run(run));
    }
    if (leased.length > 0) this.#isLookDue = true;
    return retryMs;
  }

  async #run(run: JobRun): Promise<void> {
    const { kind: name } = run.leased;
    const kind = this.#kinds.get(name);
    if (!kind) return;
    try {
      await runLeased(this.#lease, kind, run);
      await this.#end(run, afterSuccess(kind));
    } catch (error) {
      // A lease that ended belongs to another runner, which `postpone` leaves alone.
      const isGivenBack = run.ending.signal.aborted;
      const next = isGivenBack
        ? { delayMs: 0, tries: run.tries - 1, error: null }
        : afterFailure(kind, run.tries, error);
      if (!isGivenBack) this.#reports.failed(name, error, next.delayMs === null);
      await this.#end(run, next);
    } finally {
      this.#running.delete(run);
      this.#lookSoon();
    }
  }

  /** Ends a lease. Never rejects: if the database is away, the lease ends by itself. */
  async #end({ leased: { id } }: JobRun, next: Postponed | undefined): Promise<void> {
    const { store, holder } = this.#lease;
    await store
      .write(({ jobs }) => (next ? jobs.postpone(holder, id, next) : jobs.finish(holder, id)))
      .then(this.#worked, this.#failedToWork);
  }

  /** Extends the leases of the running jobs, and aborts those whose lease is about to end. */
  async #renew(): Promise<void> {
    const runs = [...this.#running.keys()];
    if (runs.length === 0) return;
    const { store, holder, leaseMs } = this.#lease;
    const asked = performance.now();
    for (const run of runs) if (run.heldUntil < asked + leaseMs / 3) run.ending.abort();
    const ids = runs.map(({ leased: { id } }) => id);
    const renewed = store.write(({ jobs }) => jobs.renew(holder, leaseMs, ids));
    const held = await renewed.then(this.#worked, this.#failedToWork);
    if (typeof held === "number") return;
    for (const run of runs) {
      if (held.has(run.leased.id)) run.heldUntil = asked + leaseMs;
      else run.ending.abort();
    }
  }

  readonly #worked = <T>(value: T): T => {
    this.#hasReported = false;
    return value;
  };

  readonly #failedToWork = (error: unknown): number => {
    if (!this.#hasReported && !this.#isStopping) this.#reports.unavailable(error);
    this.#hasReported = true;
    return retryMs;
  };
}
