import { join } from "node:path";
import { newId } from "@/lib/store/new-id";
import { ms, pause, quantile } from "@/prove/frame/figures";
import type { Proof, Sizes } from "@/prove/frame/proof";
import type { Run } from "@/prove/frame/run";
import { fileFaults } from "@/prove/writes/file-faults";
import { Ledger } from "@/prove/writes/ledger";
import { writeUntilItEnds } from "@/prove/writes/writers";
import type { Served } from "@/tests/hard/server-process";

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

/** What the rounds of a run have in common. */
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
  const ended = await served.stop();
  killing.faults.push(...(await fileFaults(file)));
  report(killing, ended.code);
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
  // A busy machine gets the time it needs to write something at all.
  for (let wait = 0; wait < 200 && ledger.acknowledged < enough; wait += 1) await pause(25);
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

function report({ run, sizes, ledger, readyMs, faults }: Killing, code: number | null): void {
  const { acknowledged, created, deleted } = ledger;
  run.say(`${created.size} records and ${deleted.size} deletions acknowledged at the end`);
  for (const fault of faults.slice(0, 5)) run.say(fault);
  const enough = acknowledged >= sizes.rounds * sizes.writes;
  run.check(`acknowledged writes over ${sizes.rounds} kills`, enough, String(acknowledged));
  run.check("lost, half-written or contradictory", faults.length === 0, String(faults.length));
  // The first start makes the file; the others recover it.
  const again = readyMs.slice(1);
  run.check("ready again, median", true, ms(quantile(again, 0.5)));
  run.check("ready again, slowest", Math.max(...again) <= sizes.ready, ms(Math.max(...again)));
  run.check("ends by itself with", code === 0, String(code));
}
