import { ms, pause } from "@/prove/harness/figures";
import type { Proof, Sizes } from "@/prove/harness/proof";
import type { Run } from "@/prove/harness/run";
import { type Cluster, startCluster } from "./cluster";
import { Load, longestGap } from "./load";
import { findPrograms } from "./programs";

type Size = "kills" | "switchovers" | "writers" | "readers" | "writes-within" | "reads-within";

/** Kills and switches over the nodes of a PostgreSQL cluster under load. */
export const failoverProof: Proof<Size> = {
  name: "failover",
  promise: "A killed database node loses nothing acknowledged and stops the service only briefly.",
  sizes: {
    kills: { value: 5, what: "how often the writable node is killed" },
    switchovers: { value: 2, what: "orderly handovers" },
    writers: { value: 6, what: "clients that write at the same time" },
    readers: { value: 4, what: "clients that read at the same time" },
    "writes-within": { value: 30_000, what: "milliseconds until writes must be back" },
    "reads-within": { value: 2_000, what: "milliseconds until reads must be back" },
  },
  needsQuiet: true,
  prove,
};

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  const { missing } = findPrograms();
  if (missing.length > 0) {
    run.skip("all of it", `this machine has no ${missing.join(", no ")}`);
    return;
  }
  const cluster = await startCluster(run);
  run.say("three nodes are up, two of them hold all that is acknowledged");
  const served = await run.serve({
    DATABASE_URL: cluster.writeUrl,
    DATABASE_READ_URL: cluster.readUrl,
  });
  const load = new Load(served.port);
  load.start(sizes.writers, sizes.readers);
  await pause(2_000);
  const kills = await repeat(sizes.kills, () => killOnce(run, cluster, load));
  const handovers = await repeat(sizes.switchovers, () => handOverOnce(run, cluster, load));
  await load.end();
  const lost = await load.lost();
  report(run, sizes, { kills, handovers });
  run.some("acknowledged writes", load.acknowledged.length);
  run.none("of them lost", lost);
  run.none("failed after retries", load.failed);
  await run.endsWell(served);
}

/** Longest time without a write and without a read after an event in the cluster. */
interface Interruption {
  readonly writesMs: number;
  readonly readsMs: number;
}

async function killOnce(run: Run, cluster: Cluster, load: Load): Promise<Interruption> {
  const leader = await cluster.leader();
  if (leader === undefined) throw new Error("The cluster has no leader.");
  const from = performance.now();
  await cluster.kill(leader);
  await untilWrittenAgain(load, from);
  const gaps = gapsSince(load, from);
  run.say(`${leader} killed: writes back after ${ms(gaps.writesMs)}, reads ${ms(gaps.readsMs)}`);
  await cluster.revive(leader);
  await cluster.untilWhole(120_000);
  await pause(1_000);
  return gaps;
}

async function handOverOnce(run: Run, cluster: Cluster, load: Load): Promise<Interruption> {
  const from = performance.now();
  const to = await cluster.switchover();
  await untilWrittenAgain(load, performance.now());
  await cluster.untilWhole(120_000);
  const gaps = gapsSince(load, from);
  run.say(`handed over to ${to}: writes paused ${ms(gaps.writesMs)}, reads ${ms(gaps.readsMs)}`);
  return gaps;
}

/** Waits until writes have succeeded for some time again, at most 90 s. */
async function untilWrittenAgain({ writtenAt }: Load, from: number): Promise<void> {
  await pause(1_000);
  const settledMs = 2_000;
  while (performance.now() - from < 90_000) {
    const since = performance.now() - settledMs;
    const recent = writtenAt.filter((at) => at > Math.max(from, since)).length;
    const isSteady = longestGap(writtenAt, since, performance.now()) < 500;
    if (recent > 5 && isSteady) return;
    await pause(200);
  }
}

function gapsSince({ writtenAt, readAt }: Load, from: number): Interruption {
  const now = performance.now();
  return { writesMs: longestGap(writtenAt, from, now), readsMs: longestGap(readAt, from, now) };
}

function report(
  run: Run,
  sizes: Sizes<Size>,
  { kills, handovers }: Readonly<Record<"kills" | "handovers", readonly Interruption[]>>,
): void {
  const longest = (of: readonly Interruption[], what: keyof Interruption) =>
    Math.max(0, ...of.map((one) => one[what]));
  const killed = `${kills.length} kills`;
  const handed = `${handovers.length} handovers`;
  const { "writes-within": writesMs, "reads-within": readsMs } = sizes;
  run.within(`longest without a write, ${killed}`, longest(kills, "writesMs"), writesMs);
  run.within(`longest without a read, ${killed}`, longest(kills, "readsMs"), readsMs);
  run.tell(`longest without a write, ${handed}`, ms(longest(handovers, "writesMs")));
  run.tell(`longest without a read, ${handed}`, ms(longest(handovers, "readsMs")));
}

async function repeat<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let time = 0; time < times; time += 1) done.push(await work());
  return done;
}
