import { spawn } from "node:child_process";
import { expect, it } from "vitest";
import { Run } from "@/prove/harness/run";
import { filledServer } from "@/prove/load/filled-server";
import { send } from "@/prove/load/sending";

it("refuses fewer than 1 % of 32 clients that send one request at a time while others take the processor", async () => {
  const run = new Run(() => undefined);
  try {
    const { job } = await filledServer(run, 50, { QUEUE_TIMEOUT_MS: undefined });
    for (let count = 0; count < 2; count += 1) {
      const endless = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
      run.onEnd(() => endless.kill("SIGKILL"));
    }
    const sent = await send(run, { ...job, seconds: 6, connections: 32 });
    expect(sent.done).toBeGreaterThan(0);
    expect(sent.failed, JSON.stringify(sent.others)).toBe(0);
    expect(sent.refused).toBeLessThan((sent.done + sent.refused) / 100);
  } finally {
    await run.end();
  }
});
