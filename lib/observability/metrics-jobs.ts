import { Gauge, type Registry } from "prom-client";
import type { JobFacts } from "@/lib/store/port/jobs";
import { gaugeIn } from "./gauge";

/** Registers the metrics of the jobs of all processes. The returned function sets them. */
export function watchJobs(registers: Registry[]): (facts: JobFacts) => void {
  const jobs = new Gauge({
    name: "tocsin_jobs",
    help: "Jobs, by whether they wait, run or have failed for good.",
    labelNames: ["state"],
    registers,
  });
  const help = "How long the first of the waiting jobs has been due.";
  const oldest = gaugeIn(registers, "tocsin_jobs_oldest_due_seconds", help);
  return ({ waiting, running, dead, oldestDueMs }) => {
    jobs.set({ state: "waiting" }, waiting);
    jobs.set({ state: "running" }, running);
    jobs.set({ state: "dead" }, dead);
    oldest.set(oldestDueMs / 1000);
  };
}
