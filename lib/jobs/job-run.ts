import { AppError } from "@/lib/errors";
import type { LeasedJob, Postponed } from "@/lib/store/port/jobs";
import type { Store } from "@/lib/store/port/store";
import { backoffMs } from "./backoff";
import type { Job, JobKind } from "./job-kind";

/** A leased job in this process. */
export interface JobRun {
  readonly leased: LeasedJob;
  readonly ending: AbortController;
  /** End of the lease by `performance.now`, no later than by the clock of the database. */
  heldUntil: number;
  /** Number of runs since the last success or progress, this one included. */
  tries: number;
}

/** The lease of a runner. */
export interface Lease {
  readonly store: Store;
  readonly holder: string;
  readonly leaseMs: number;
}

/** Runs a job. Throws what the job throws, and refuses one that has ended its process too often. */
export async function runLeased(
  { store, holder, leaseMs }: Lease,
  kind: JobKind,
  run: JobRun,
): Promise<void> {
  const { id, key, payload, tries } = run.leased;
  const { signal } = run.ending;
  signal.throwIfAborted();
  if (tries > mostTriesOf(kind)) throw new Error("The process has ended during each of its runs.");
  const job: Job = {
    ...{ store, key, payload: JSON.parse(payload), tries, signal },
    hold: async ({ jobs }) => {
      const held = await jobs.renew(holder, leaseMs, [id]);
      if (!held.has(id)) throw new AppError("conflict", "Another runner has taken this job.");
    },
    noteProgress: () => {
      run.tries = 1;
    },
    finish: (writer) => writer.jobs.finish(holder, id),
  };
  await kind.run(job);
}

/** Returns the next run after a success; undefined when the job is done. */
export function afterSuccess({ everyMs }: JobKind): Postponed | undefined {
  return everyMs === undefined ? undefined : { delayMs: everyMs, tries: 0, error: null };
}

/** Returns the next run after a failed one. */
export function afterFailure(kind: JobKind, tries: number, error: unknown): Postponed {
  const isDead = tries >= mostTriesOf(kind);
  const delayMs = Math.min(kind.everyMs ?? Number.POSITIVE_INFINITY, backoffMs(tries));
  return { delayMs: isDead ? null : delayMs, tries, error: String(error).slice(0, longestError) };
}

/** Returns the number of failed runs after which a job is dead. */
function mostTriesOf({ everyMs, mostTries = 12 }: JobKind): number {
  return everyMs === undefined ? mostTries : Number.POSITIVE_INFINITY;
}

/** Longest error kept, in UTF-16 units. */
const longestError = 500;
