import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newId } from "@/lib/store/port/new-id";
import { pause, waitUntil } from "@/prove/harness/figures";
import type { Proof, Sizes } from "@/prove/harness/proof";
import type { Run } from "@/prove/harness/run";
import { fileFaults } from "@/prove/writes/file-faults";
import { Ledger } from "@/prove/writes/ledger";
import { writeUntilItEnds } from "@/prove/writes/writers";
import type { Served } from "@/tests/server/server-process";
import { missingForDisk, VolatileDisk } from "./volatile-disk";

type Size = "rounds" | "weaker" | "writers" | "writing";

/** Cuts the power of the disk while requests write. */
export const powerProof: Proof<Size> = {
  name: "power",
  promise:
    "A disk that loses its power, and its cache with it, has lost nothing that was acknowledged.",
  sizes: {
    rounds: { value: 20, what: "how often the power is lost" },
    weaker: { value: 5, what: "the same with each weaker setting, to see that it shows" },
    writers: { value: 6, what: "clients that write at the same time" },
    writing: { value: 800, what: "milliseconds of writing before the loss" },
  },
  prove,
};

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  const missing = missingForDisk();
  if (missing !== undefined) {
    run.skip("losing power", missing);
    return;
  }
  run.say("ext4 on a loop device over a FUSE file whose unsynced pages are lost, a third of them");
  run.say("kept at random; the machine itself stays on, so its kernel's own bugs are not shown.\n");
  const full = await loseOften(run, sizes, "full", sizes.rounds);
  run.some(`acknowledged over ${sizes.rounds} losses`, full.acknowledged);
  run.none("of them lost, or contradictory", full.faults);
  for (const setting of ["normal", "off"] as const) {
    if (sizes.weaker === 0) continue;
    const { faults, acknowledged, broken } = await loseOften(run, sizes, setting, sizes.weaker);
    const damage = broken > 0 ? `, ${broken} times damaged beyond use` : "";
    const figure = `${faults.length} of ${acknowledged}${damage}`;
    run.say(`synchronous=${setting} would have lost ${figure}`);
    // If even this one loses nothing, the disk keeps all writes, and the results above prove
    // nothing.
    if (setting === "off") run.check("synchronous=off loses", faults.length > 0, figure);
  }
}

/** State shared by the losses of one setting. */
interface Losses {
  readonly bundle: string;
  disk: VolatileDisk;
  ledger: Ledger;
  acknowledged: number;
  /** How often the database could no longer be opened. */
  broken: number;
  readonly faults: string[];
}

async function loseOften(
  run: Run,
  sizes: Sizes<Size>,
  setting: "full" | "normal" | "off",
  rounds: number,
): Promise<Losses> {
  const bundle = await bundleWith(run, setting);
  const fresh = { disk: new VolatileDisk(run), ledger: new Ledger(), faults: [] };
  const losses: Losses = { bundle, ...fresh, acknowledged: 0, broken: 0 };
  for (let round = 0; round < rounds; round += 1) {
    await onOnce(run, losses, (served, lose) => writeUntilLost(served, sizes, losses.ledger, lose));
  }
  await onOnce(run, losses, async (served, lose) => {
    const file = join(losses.disk.folder, "power.db");
    await served.stop();
    losses.faults.push(...(await fileFaults(file)));
    await lose();
  });
  losses.acknowledged += losses.ledger.acknowledged;
  return losses;
}

/** Turns the power on, checks the acknowledged writes, and lets `work` cut the power. */
async function onOnce(
  run: Run,
  losses: Losses,
  work: (served: Served, lose: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const lose = await losses.disk.powerOn();
  const served = await started(run, losses.bundle, join(losses.disk.folder, "power.db"));
  const found = served ? await losses.ledger.faults(served.port) : ["the database does not open"];
  losses.faults.push(...found);
  // A lost write would be counted again after each later loss.
  if (found.length > 0) {
    losses.acknowledged += losses.ledger.acknowledged;
    losses.ledger = new Ledger();
  }
  if (served) return work(served, lose);
  losses.broken += 1;
  await lose();
  losses.disk = new VolatileDisk(run);
}

async function writeUntilLost(
  served: Served,
  { writers, writing }: Sizes<Size>,
  ledger: Ledger,
  lose: () => Promise<void>,
): Promise<void> {
  const { port } = served;
  const target = { port, ledger, projectId: newId() };
  const enough = ledger.acknowledged + writers;
  const all = Promise.all(Array.from({ length: writers }, () => writeUntilItEnds(target)));
  await pause(Math.random() * writing);
  await waitUntil(() => ledger.acknowledged >= enough, 5_000);
  const losing = lose();
  await pause(20);
  await served.stop("SIGKILL");
  await all;
  await losing;
}

async function started(run: Run, bundle: string, file: string): Promise<Served | undefined> {
  try {
    return await run.serve({ DATABASE_URL: `file:${file}`, LOG_LEVEL: "silent" }, bundle);
  } catch {
    return undefined;
  }
}

/** Returns the bundle of the server, or one with a weaker setting. */
async function bundleWith(run: Run, setting: string): Promise<string> {
  const bundle = await run.bundle();
  if (setting === "full") return bundle;
  const text = readFileSync(bundle, "utf8");
  const weaker = text.replace('"synchronous = full"', `"synchronous = ${setting}"`);
  if (weaker === text) throw new Error("The setting to weaken was not found.");
  const place = `dist/prove-power-${setting}.js`;
  writeFileSync(place, weaker);
  return place;
}
