import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newId } from "@/lib/store/port/new-id";
import { compiled, hasProgram } from "@/prove/harness/compile-c";
import { pause } from "@/prove/harness/figures";
import type { Run } from "@/prove/harness/run";
import { fileFaults } from "@/prove/writes/file-faults";
import { Ledger } from "@/prove/writes/ledger";
import { writeUntilItEnds } from "@/prove/writes/writers";
import { askServer } from "@/tests/server/ask-server";

/** Which calls fail, and how often: "7 write" fails every seventh write. */
const plans = ["3 sync", "1 sync", "7 write", "1 write", "5 both"];

/**
 * Fails syncs and writes of the database's files while requests write. Reads must continue, and
 * writes recover.
 */
export async function proveFailingDisk(run: Run, secondsEach: number): Promise<void> {
  if (process.platform !== "linux" || !hasProgram("gcc")) {
    run.skip("failing writes and syncs", "needs Linux and gcc");
    return;
  }
  const folder = run.folder();
  const data = join(folder, "data");
  const plan = join(folder, "plan");
  const file = join(data, "failing.db");
  mkdirSync(data);
  writeFileSync(plan, "");
  const shim = compiled("prove/faults/failing-disk.c", folder, "failing-disk.so", true);
  const settings = { LD_PRELOAD: shim, FAULTS_IN: data, FAULTS_PLAN: plan };
  const served = await run.serve({ DATABASE_URL: `file:${file}`, LOG_LEVEL: "fatal", ...settings });
  const ledger = new Ledger();
  const { port } = served;
  const faults: string[] = [];
  let reads = 0;
  let stuck = 0;
  for (const one of plans) {
    writeFileSync(plan, one);
    const end = performance.now() + secondsEach * 1_000;
    const isOver = () => performance.now() > end;
    const writing = Promise.all(
      Array.from({ length: 4 }, () =>
        writeUntilItEnds({ port, ledger, projectId: newId(), isOver }),
      ),
    );
    while (!isOver()) {
      const reply = await askServer(port, "POST", "/api/label/count", { body: {} });
      if (reply.status === 200) reads += 1;
      else faults.push(`a read answered ${reply.status} under "${one}"`);
      await pause(20);
    }
    await writing;
    writeFileSync(plan, "");
    if (!(await writesAgain(port))) stuck += 1;
    faults.push(...(await ledger.faults(port)));
  }
  await run.endsWell(served);
  faults.push(...(await restarted(run, file, ledger)));
  run.some("disk failing: writes acknowledged", ledger.acknowledged);
  run.some("creations refused", ledger.refused.size);
  run.some("reads that went on", reads);
  run.none("not as was answered", faults);
  run.check(
    "writes that did not come back by themselves",
    stuck === 0,
    `${stuck} of ${plans.length}`,
  );
}

/** Compares the file, as a new process reads it, with the acknowledged writes. */
async function restarted(run: Run, file: string, ledger: Ledger): Promise<string[]> {
  const served = await run.serve({ DATABASE_URL: `file:${file}` });
  const faults = await ledger.faults(served.port);
  await served.stop();
  return [...faults, ...(await fileFaults(file))];
}

/** Returns whether a write succeeds within 5 s after the faults end. */
export async function writesAgain(port: number): Promise<boolean> {
  const end = performance.now() + 5_000;
  while (performance.now() < end) {
    const data = { projectId: newId(), name: newId(), color: "#123456" };
    const reply = await askServer(port, "POST", "/api/label", { body: { data } });
    if (reply.status === 200) return true;
    await pause(100);
  }
  return false;
}
