import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newId } from "@/lib/store/port/new-id";
import type { Run } from "@/prove/harness/run";
import { fileFaults } from "@/prove/writes/file-faults";
import { Ledger } from "@/prove/writes/ledger";
import { writeUntilItEnds } from "@/prove/writes/writers";
import { askServer } from "@/tests/server/ask-server";
import { writesAgain } from "./failing-disk";

const megabytes = 32;

/** Fills the database's disk while requests write, and frees it again, several times. */
export async function proveFullDisk(run: Run, rounds: number): Promise<void> {
  const folder = mountedDisk(run);
  if (folder === undefined) {
    run.skip("the disk fills", "mounting a small disk needs root");
    return;
  }
  const file = join(folder, "full.db");
  const ballast = join(folder, "ballast");
  const served = await run.serve({ DATABASE_URL: `file:${file}`, LOG_LEVEL: "fatal" });
  const { port } = served;
  const ledger = new Ledger();
  const faults: string[] = [];
  let stuck = 0;
  for (let round = 0; round < rounds; round += 1) {
    await write(port, ledger, () => ledger.acknowledged, 40);
    fill(ballast);
    await write(port, ledger, () => ledger.refused.size, 40);
    const read = await askServer(port, "POST", "/api/label/count", { body: {} });
    if (read.status !== 200) faults.push(`a read answered ${read.status} while the disk was full`);
    faults.push(...(await ledger.faults(port)));
    rmSync(ballast);
    if (!(await writesAgain(port))) stuck += 1;
  }
  await run.endsWell(served);
  faults.push(...(await fileFaults(file)));
  run.some("disk full: writes acknowledged", ledger.acknowledged);
  run.some("creations refused", ledger.refused.size);
  run.none("not as was answered, or reads refused", faults);
  run.check("writes that did not come back by themselves", stuck === 0, `${stuck} of ${rounds}`);
}

/** Writes until `count` has grown by `by`, or for 20 s. */
async function write(port: number, ledger: Ledger, count: () => number, by: number): Promise<void> {
  const enough = count() + by;
  const end = performance.now() + 20_000;
  const isOver = () => count() >= enough || performance.now() > end;
  const one = () => writeUntilItEnds({ port, ledger, projectId: newId(), isOver });
  await Promise.all(Array.from({ length: 4 }, one));
}

/** Mounts a small disk in memory; undefined if that is impossible. */
function mountedDisk(run: Run): string | undefined {
  const folder = join(run.folder(), "disk");
  mkdirSync(folder);
  try {
    const options = ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tocsin-prove", folder];
    execFileSync("mount", options, { stdio: "ignore" });
  } catch {
    return undefined;
  }
  run.onEnd(() => execFileSync("umount", ["-l", folder]));
  return folder;
}

/** Fills the disk up to some kilobytes, so that both small and large writes meet the end. */
function fill(path: string): void {
  for (const size of [2 ** 20, 2 ** 16, 2 ** 12]) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size), { flag: "a" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
}
