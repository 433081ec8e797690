import { join } from "node:path";
import { newId } from "@/lib/store/port/new-id";
import { ms, pause, quantile, waitUntil } from "@/prove/harness/figures";
import type { Proof, Sizes } from "@/prove/harness/proof";
import type { Run } from "@/prove/harness/run";
import { fileFaults } from "@/prove/writes/file-faults";
import { Ledger } from "@/prove/writes/ledger";
import { writeUntilItEnds } from "@/prove/writes/writers";
import type { Served } from "@/tests/server/server-process";

type Size = "rounds" | "writers" | "writes" | "ready";

/** kill -9 while requests write to a file. */
export const killProof: Proof<Size> = {
  name: "kill",
  promise:
    "kill -9 during writes loses nothing that was acknowledged, and the next start is quick.",
  sizes: {
    rounds: { value: 200, what: "how often the process is killed" },
    writers: { value: 6, what: "clients that write at the same time" },
    writes: { value: 10, what: "writes a round has at least" },
    ready: { value: 3_000, what: "milliseconds until it must be ready again" },
  },
  prove,
};

/** State shared by the rounds of a run. */
interface Killing {
  readonly run: Run;
  readonly sizes: Sizes<Size>;
  readonly ledger: Ledger;
  readonly file: string;
  readonly readyMs: number[];
  readonly faults: string[];
}

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  const file = join(run.folder(), "killed.db");
  const killing = { run, sizes, ledger: new Ledger(), file, readyMs: [], faults: [] as string[] };
  for (let round = 1; round <= sizes.rounds; round += 1) {
    await killOnce(killing);
    if (round % 20 === 0) run.say(`${round} times, ${killing.ledger.acknowledged} writes`);
  }
  const served = await startReady(killing);
  killing.faults.push(...(await killing.ledger.faults(served.port)));
  await run.endsWell(served);
  killing.faults.push(...(await fileFaults(file)));
  report(killing);
}

async function killOnce(killing: Killing): Promise<void> {
  const { sizes, ledger, faults } = killing;
  const served = await startReady(killing);
  const { port } = served;
  faults.push(...(await ledger.faults(port)));
  const enough = ledger.acknowledged + sizes.writes;
  const projectId = newId();
  const writing = Promise.all(
    Array.from({ length: sizes.writers }, () => writeUntilItEnds({ port, ledger, projectId })),
  );
  await pause(20 + Math.random() * 200);
  // A busy machine gets the time it needs for its first writes.
  await waitUntil(() => ledger.acknowledged >= enough, 5_000);
  await served.stop("SIGKILL");
  await writing;
}

async function startReady({ run, file, readyMs }: Killing): Promise<Served> {
  await run.bundle();
  const started = performance.now();
  const served = await run.serve({ DATABASE_URL: `file:${file}` });
  readyMs.push(performance.now() - started);
  return served;
}

function report({ run, sizes, ledger, readyMs, faults }: Killing): void {
  const { acknowledged, created, deleted } = ledger;
  run.say(`${created.size} records and ${deleted.size} deletions acknowledged at the end`);
  const enough = acknowledged >= sizes.rounds * sizes.writes;
  run.check(`acknowledged writes over ${sizes.rounds} kills`, enough, String(acknowledged));
  run.none("lost, half-written or contradictory", faults);
  // The first start creates the file; the others recover it.
  const again = readyMs.slice(1);
  run.tell("ready again, median", ms(quantile(again, 0.5)));
  run.withinOnQuiet("ready again, slowest", Math.max(...again), sizes.ready);
}
