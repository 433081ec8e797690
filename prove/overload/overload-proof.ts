import { ms, quantile } from "@/prove/harness/figures";
import type { Proof, Sizes } from "@/prove/harness/proof";
import type { Run } from "@/prove/harness/run";
import { type Filled, filledServer } from "@/prove/load/filled-server";
import type { Sent } from "@/prove/load/sender";
import { send } from "@/prove/load/sending";
import { watch } from "./health";
import { processorMs } from "./processor";

type Size =
  | "seconds"
  | "incidents"
  | "peak"
  | "times"
  | "enough"
  | "accepted"
  | "health"
  | "least"
  | "late";

/** Sends twice as many requests as the server can handle. */
export const overloadProof: Proof<Size> = {
  name: "overload",
  promise:
    "Under twice the load it can bear, the server does what it can quickly and refuses the rest.",
  sizes: {
    seconds: { value: 60, what: "seconds of overload" },
    incidents: { value: 2_000, what: "records to work on" },
    peak: { value: 10, what: "seconds to measure the peak" },
    times: { value: 2, what: "how many times the peak is sent" },
    enough: { value: 80, what: "percent of these times that must have been sent in the end" },
    accepted: {
      value: 500,
      what: "milliseconds that the slowest percent of what is accepted may take",
    },
    health: { value: 100, what: "milliseconds that the slowest percent of health checks may take" },
    least: { value: 80, what: "percent of the peak that must still be done" },
    late: { value: 0, what: "percent that may still be refused 5 s after" },
  },
  needsQuiet: true,
  prove,
};

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  // As in production, with the default limits.
  const filled = await filledServer(run, sizes.incidents, { QUEUE_TIMEOUT_MS: undefined });
  const { job, served } = filled;
  await warmUp(run, filled, sizes.peak);
  const atPeak = () =>
    worked(filled, () => send(run, { ...job, seconds: sizes.peak, connections: 32 }));
  const peak = await atPeak();
  run.say(`peak ${line(peak)}`);
  const perSecond = peak.donePerSecond * sizes.times;
  const connections = Math.min(3_000, Math.max(100, Math.ceil(perSecond * 0.5)));
  let health = async () => ({ times: [] as number[], failed: 0 });
  const overload = { ...job, seconds: sizes.seconds, connections, perSecond };
  const over = await worked(filled, (begin) =>
    send(run, overload, () => {
      begin();
      health = watch(job.port, "/healthz", 100);
    }),
  );
  const { times, failed } = await health();
  run.say(`over ${line(over)}`);
  const after = await back(run, filled, peak.donePerSecond / 2);
  // If other processes use the processor, one of the two may have been measured at a bad time.
  const again = await atPeak();
  run.say(`peak ${line(again)}`);
  reportWork(run, sizes, { peaks: [peak, again], over, perSecond });
  reportAnswers(run, sizes, { over, after, connections });
  reportHealth(run, sizes, times, failed);
  await run.endsWell(served);
}

/**
 * Warms up by work and not by time: a server that shares its processor takes longer to compile its
 * hot code.
 */
async function warmUp(run: Run, { job }: Filled, peak: number): Promise<void> {
  const enough = peak * 800;
  let done = 0;
  for (let round = 0; round < 8 && done < enough; round += 1) {
    done += (await send(run, { ...job, seconds: Math.min(5, peak), connections: 32 })).done;
  }
}

/** The requests sent, and the processor time that the server used for them, in milliseconds. */
interface Worked extends Sent {
  readonly processorMs: number;
}

/**
 * Measures the processor time of `work`. `begin` restarts the measurement after connections are
 * opened.
 */
async function worked(
  { served }: Filled,
  work: (begin: () => void) => Promise<Sent>,
): Promise<Worked> {
  const { pid = 0 } = served.process;
  let from = processorMs(pid);
  const sent = await work(() => {
    from = processorMs(pid);
  });
  return { ...sent, processorMs: processorMs(pid) - from };
}

/** Sends half the peak for five seconds after the overload. Returns the results of the last two. */
async function back(run: Run, { job }: Filled, perSecond: number): Promise<Sent> {
  await send(run, { ...job, seconds: 3, connections: 100, perSecond });
  return send(run, { ...job, seconds: 2, connections: 100, perSecond });
}

/** The peak before and after the overload, and the work during it. */
interface Work {
  readonly peaks: readonly Worked[];
  readonly over: Worked;
  readonly perSecond: number;
}

/**
 * Reports the work during the overload relative to the better peak. It counts work per processor
 * time given to the server, so that neither other work on the machine nor the sender changes the
 * result.
 */
function reportWork(
  run: Run,
  { least, times, enough }: Sizes<Size>,
  { peaks, over, perSecond }: Work,
): void {
  const price = Math.min(...peaks.map(({ processorMs, done }) => processorMs / done));
  const most = Math.max(...peaks.map(({ donePerSecond }) => donePerSecond));
  const clock = (over.donePerSecond / most) * 100;
  const isTimed = price > 0 && over.processorMs > 0;
  const share = isTimed ? (over.done / over.processorMs) * price * 100 : clock;
  const perRefusal = (over.processorMs - over.done * price) / over.refused;
  run.some("peak a second, 32 connections", Math.round(most));
  run.tell("sent a second", perSecond.toFixed(0));
  run.tell("done of the peak, by the clock", `${clock.toFixed(0)} %`);
  run.check("done of the peak, by the server's time", share >= least, `${share.toFixed(0)} %`);
  if (isTimed && over.refused > 0) {
    const figures = [price, perRefusal].map((one) => (one * 1_000).toFixed(0));
    run.tell("server's time for one served, one refused", `${figures.join(", ")} µs`);
    const load = ((over.done + over.refused) * price) / over.processorMs;
    const isEnough = load * 100 >= times * enough;
    run.check("sent, of what it had time for", isEnough, `${load.toFixed(1)} times`);
  }
  const isShort = over.donePerSecond < perSecond * 0.95;
  run.check("refused with 429 or 503", !isShort || over.refused > 0, String(over.refused));
}

interface Answers {
  readonly over: Sent;
  readonly after: Sent;
  readonly connections: number;
}

function reportAnswers(run: Run, sizes: Sizes<Size>, { over, after, connections }: Answers): void {
  run.tell("connections", String(connections));
  run.tell("accepted, p50", ms(over.p50));
  run.within("accepted, p99", over.p99, sizes.accepted);
  run.tell("refused, p99", ms(over.refusedP99));
  run.none("refused without Retry-After", over.refusedWithoutRetryAfter);
  run.none("anything else", over.failed);
  const isNormal =
    after.failed === 0 &&
    after.refused <= (after.done * sizes.late) / 100 &&
    after.p95 <= sizes.accepted / 4;
  run.check(
    "5 s after, at half the peak: p95",
    isNormal,
    `${ms(after.p95)}, ${after.refused} refused`,
  );
}

function reportHealth(
  run: Run,
  { health }: Sizes<Size>,
  times: readonly number[],
  failed: number,
): void {
  run.tell("health, new connection, p50", ms(quantile(times, 0.5)));
  run.within("health, new connection, p99", quantile(times, 0.99), health);
  run.none("health checks failed", failed);
}

function line({ donePerSecond, p50, p99, refused, others, processorMs: took }: Worked): string {
  return `${donePerSecond.toFixed(0)}/s, p50 ${ms(p50)}, p99 ${ms(p99)}, refused ${refused}, others ${JSON.stringify(others)}, processor ${(took / 1_000).toFixed(1)} s`;
}
