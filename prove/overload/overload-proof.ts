import { ms, quantile } from "@/prove/frame/figures";
import type { Proof, Sizes } from "@/prove/frame/proof";
import type { Run } from "@/prove/frame/run";
import { type Filled, filledServer } from "./filled";
import { watch } from "./health";
import type { Sent } from "./sender";
import { send } from "./sending";

type Size = "seconds" | "incidents" | "peak" | "times" | "accepted" | "health" | "least" | "late";

/** Twice as many requests as the server can answer. */
export const overloadProof: Proof<Size> = {
  name: "overload",
  promise:
    "Under twice the load it can bear, the server does what it can quickly and refuses the rest.",
  sizes: {
    seconds: { value: 60, what: "seconds of overload" },
    incidents: { value: 2_000, what: "records to work on" },
    peak: { value: 10, what: "seconds to measure the peak" },
    times: { value: 2, what: "how many times the peak is sent" },
    accepted: {
      value: 500,
      what: "milliseconds that the slowest percent of what is accepted may take",
    },
    health: { value: 100, what: "milliseconds that the slowest percent of health checks may take" },
    least: { value: 80, what: "percent of the peak that must still be done" },
    late: { value: 0, what: "percent that may still be refused 5 s after" },
  },
  prove,
};

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  // As an operator would run it: with the limits that are the default.
  const filled = await filledServer(run, sizes.incidents, { QUEUE_TIMEOUT_MS: undefined });
  const at = { ...filled, port: filled.served.port };
  await send(run, { ...job(at), seconds: Math.min(3, sizes.peak), connections: 32 });
  const peak = await send(run, { ...job(at), seconds: sizes.peak, connections: 32 });
  run.say(`peak ${line(peak)}`);
  const perSecond = peak.donePerSecond * sizes.times;
  const connections = Math.min(3_000, Math.max(100, Math.ceil(perSecond * 0.5)));
  let health = async () => ({ times: [] as number[], failed: 0 });
  const overload = { ...job(at), seconds: sizes.seconds, connections, perSecond };
  const over = await send(run, overload, () => {
    health = watch(at.port, "/healthz", 100);
  });
  const { times, failed } = await health();
  run.say(`over ${line(over)}`);
  const after = await back(run, at, peak.donePerSecond / 2);
  report(run, sizes, { peak, over, after, health: times, failed, connections });
  const { code } = await filled.served.stop();
  run.check("ends by itself with", code === 0, String(code));
}

function job({ served, key, projectId, ids }: Filled) {
  return { port: served.port, key, projectId, ids };
}

/** Half the peak for the fifth second after the overload and the one before it. */
async function back(run: Run, at: Filled, perSecond: number): Promise<Sent> {
  await send(run, { ...job(at), seconds: 3, connections: 100, perSecond });
  return send(run, { ...job(at), seconds: 2, connections: 100, perSecond });
}

interface Measured {
  readonly peak: Sent;
  readonly over: Sent;
  readonly after: Sent;
  readonly health: readonly number[];
  readonly failed: number;
  readonly connections: number;
}

function report(run: Run, sizes: Sizes<Size>, measured: Measured): void {
  const { peak, over, after, health, failed, connections } = measured;
  const share = (over.donePerSecond / peak.donePerSecond) * 100;
  const others = over.broken + Object.values(over.others).reduce((sum, one) => sum + one, 0);
  const slow = quantile(health, 0.99);
  run.check("peak, 32 connections", peak.done > 0, `${peak.donePerSecond.toFixed(0)}/s`);
  run.check(
    `sent, ${connections} connections`,
    true,
    `${(peak.donePerSecond * sizes.times).toFixed(0)}/s`,
  );
  run.check("done of the peak", share >= sizes.least, `${share.toFixed(0)} %`);
  run.check("accepted, p50", true, ms(over.p50));
  run.check("accepted, p99", over.p99 <= sizes.accepted, ms(over.p99));
  const isShort = over.donePerSecond < peak.donePerSecond * sizes.times * 0.95;
  run.check("refused with 429 or 503", !isShort || over.refused > 0, String(over.refused));
  run.check("refused, p99", true, ms(over.refusedP99));
  const silent = over.refusedWithoutRetryAfter;
  run.check("refused without Retry-After", silent === 0, String(silent));
  run.check("anything else", others === 0, `${others} ${JSON.stringify(over.others)}`);
  run.check("health, new connection, p50", true, ms(quantile(health, 0.5)));
  run.check("health, new connection, p99", slow <= sizes.health, ms(slow));
  run.check("health checks failed", failed === 0, String(failed));
  const isNormal =
    after.broken === 0 &&
    after.refused <= (after.done * sizes.late) / 100 &&
    after.p95 <= sizes.accepted / 4;
  run.check(
    "5 s after, at half the peak: p95",
    isNormal,
    `${ms(after.p95)}, ${after.refused} refused`,
  );
}

function line({ donePerSecond, p50, p99, refused, broken, others }: Sent): string {
  return `${donePerSecond.toFixed(0)}/s, p50 ${ms(p50)}, p99 ${ms(p99)}, refused ${refused}, broken ${broken}, others ${JSON.stringify(others)}`;
}
