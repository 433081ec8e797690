import { ms } from "@/prove/harness/figures";
import { growthOf } from "@/prove/harness/memory";
import type { Proof, Sizes } from "@/prove/harness/proof";
import type { Run } from "@/prove/harness/run";
import { filledServer } from "@/prove/load/filled-server";
import type { Sent } from "@/prove/load/sender";
import { send } from "@/prove/load/sending";
import { fileFaults } from "@/prove/writes/file-faults";
import { type Sample, sampleOf } from "./sample";

type Size = "seconds" | "every" | "incidents" | "peak" | "share" | "memory";

/** Half the maximum load, for a long time. */
export const soakProof: Proof<Size> = {
  name: "soak",
  promise: "After a while of steady work, memory, handles and the write-ahead log grow no more.",
  sizes: {
    seconds: { value: 1_800, what: "seconds of work" },
    every: { value: 60, what: "seconds between two looks" },
    incidents: { value: 2_000, what: "records to begin with" },
    peak: { value: 10, what: "seconds to measure the peak" },
    share: { value: 50, what: "percent of the peak that is sent" },
    memory: { value: 40, what: "MB that memory may grow by, over the last two thirds" },
  },
  needsQuiet: true,
  prove,
};

/** Twice the size at which SQLite writes the log back. */
const mostWalMb = 16;
const mostHandles = 8;
const connections = 100;
/**
 * Sockets besides those of the load: the server's own, and those that filled it, which stay open
 * for a minute.
 */
const mostOtherSockets = 32;

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  if (process.platform !== "linux") {
    run.skip("watching a process", "needs Linux's /proc");
    return;
  }
  const filled = await filledServer(run, sizes.incidents);
  const { served, file, job } = filled;
  const peak = await send(run, { ...job, seconds: sizes.peak, connections: 32 });
  const perSecond = (peak.donePerSecond * sizes.share) / 100;
  run.say(`peak ${peak.donePerSecond.toFixed(0)}/s, sending ${perSecond.toFixed(0)}/s`);
  const samples: Sample[] = [];
  const started = performance.now();
  const look = () => {
    const at = (performance.now() - started) / 1_000;
    const sample = sampleOf(served.process.pid ?? 0, file, at);
    samples.push(sample);
    run.say(line(sample));
  };
  const timer = setInterval(look, sizes.every * 1_000);
  const stop = run.onEnd(() => clearInterval(timer));
  const sent = await send(run, { ...job, seconds: sizes.seconds, connections, perSecond });
  await stop();
  report(run, sizes, samples, sent);
  await run.endsWell(served);
  const faults = await fileFaults(file).catch((error: unknown) => [String(error)]);
  const other = faults.filter((fault) => !fault.includes("half-written"));
  run.none("contradictions in the file", other);
}

function report(run: Run, sizes: Sizes<Size>, samples: readonly Sample[], sent: Sent): void {
  // The first third is for caches to fill and the compiler to finish.
  const later = samples.slice(Math.floor(samples.length / 3));
  const memory = growthOf(later, ({ residentMb }) => residentMb);
  const handles = growthOf(later, (sample) => sample.handles);
  const sockets = Math.max(...samples.map((sample) => sample.sockets));
  const wal = Math.max(...samples.map(({ walMb }) => walMb));
  const failed = sent.refused + sent.failed;
  run.check("looks", samples.length > 2, String(samples.length));
  run.some("answered", sent.done);
  run.tell("p50, p99", `${ms(sent.p50)}, ${ms(sent.p99)}`);
  run.check("refused, broken or failed", failed <= sent.done / 1_000, String(failed));
  run.check("memory, growth later", memory <= sizes.memory, `${memory.toFixed(1)} MB`);
  run.check("handles, growth later", handles <= mostHandles, handles.toFixed(1));
  run.check("sockets, most", sockets <= connections + mostOtherSockets, String(sockets));
  run.check("write-ahead log, largest", wal <= mostWalMb, `${wal.toFixed(1)} MB`);
}

function line({ atSeconds, residentMb, handles, sockets, walMb }: Sample): string {
  const minutes = (atSeconds / 60).toFixed(1).padStart(5);
  return `${minutes} min: ${residentMb.toFixed(0)} MB, ${handles} handles, ${sockets} sockets, log ${walMb.toFixed(1)} MB`;
}
