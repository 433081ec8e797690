import type { JobKind } from "@/lib/jobs/job-kind";
import { Runner } from "@/lib/jobs/runner";
import type { Store } from "@/lib/store/port/store";

/** Runs the jobs of these kinds until none is due. Throws the first failure. */
export async function runJobs(store: Store, kinds: readonly JobKind[]): Promise<void> {
  const failures: unknown[] = [];
  const report = (error: unknown) => {
    failures.push(error);
  };
  const reports = { failed: (_: string, error: unknown) => report(error), unavailable: report };
  const runner = new Runner({ store, kinds, reports });
  await runner.idle();
  await runner.stop();
  if (failures.length > 0) throw failures[0];
}
