import { ms, pause, quantile } from "@/prove/harness/figures";
import type { Proof, Sizes } from "@/prove/harness/proof";
import type { Run } from "@/prove/harness/run";
import { filledServer } from "@/prove/load/filled-server";
import type { Sent } from "@/prove/load/sender";
import { send } from "@/prove/load/sending";
import { slowClients } from "./slow-clients";

type Size = "clients" | "seconds" | "load" | "incidents" | "ratio" | "drip";

/** Runs very slow clients beside normal ones. */
export const slowProof: Proof<Size> = {
  name: "slow",
  promise: "Hundreds of clients that send or read next to nothing cost the others nothing.",
  sizes: {
    clients: { value: 500, what: "slow clients: headers, bodies and reads in equal parts" },
    seconds: { value: 60, what: "seconds with them in all, and as many without" },
    load: { value: 100, what: "requests a second of the others" },
    incidents: { value: 500, what: "records to work on" },
    ratio: { value: 200, what: "percent of their p95 without that the others may have" },
    drip: { value: 1_000, what: "milliseconds between two bytes of a slow client" },
  },
  needsQuiet: true,
  prove,
};

const rounds = 3;

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  const filled = await filledServer(run, sizes.incidents);
  const { served } = filled;
  const job = { ...filled.job, connections: 20, perSecond: sizes.load };
  const seconds = Math.max(1, Math.round(sizes.seconds / rounds));
  await send(run, { ...job, seconds: 2 });
  const without: Sent[] = [];
  const beside: Sent[] = [];
  let opened = 0;
  // Alternates, so that other work on the machine affects both equally.
  for (let round = 0; round < rounds; round += 1) {
    without.push(await send(run, { ...job, seconds }));
    const slow = slowClients(served.port, job.key, sizes.clients, sizes.drip);
    const stop = run.onEnd(() => slow.end());
    await pause(1_000);
    beside.push(await send(run, { ...job, seconds }));
    opened += slow.opened();
    await stop();
    await pause(500);
  }
  report(run, sizes, { without, beside, opened });
  await run.endsWell(served);
}

interface Measured {
  readonly without: readonly Sent[];
  readonly beside: readonly Sent[];
  readonly opened: number;
}

function report(run: Run, sizes: Sizes<Size>, { without, beside, opened }: Measured): void {
  const p95 = (all: readonly Sent[]) =>
    quantile(
      all.map((one) => one.p95),
      0.5,
    );
  const missed = [...without, ...beside].reduce((sum, one) => sum + one.refused + one.failed, 0);
  // Below some milliseconds a ratio says more about the clock than about the server.
  const ratio = Math.max(p95(beside), 5) / Math.max(p95(without), 5);
  run.some("slow connections, come again when ended", opened);
  run.tell("others, p95 without", ms(p95(without)));
  run.tell("others, p95 beside", ms(p95(beside)));
  run.check("times", ratio * 100 <= sizes.ratio, ratio.toFixed(2));
  run.none("others refused or broken", missed);
}
