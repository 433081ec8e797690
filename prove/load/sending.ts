import { fork } from "node:child_process";
import type { Run } from "@/prove/harness/run";
import { bundleFile } from "@/tests/server/server-process";
import type { Job, Sent } from "./sender";

/**
 * Runs a job in a separate process, which ends with it. `onOpen` is called once all connections of
 * an open loop are open.
 */
export async function send(run: Run, job: Job, onOpen?: () => void): Promise<Sent> {
  const file = await bundleFile("prove/load/sender.ts", "dist/prove-sender.js");
  const child = fork(file, { execArgv: [] });
  const end = run.onEnd(() => child.kill("SIGKILL"));
  try {
    return await new Promise<Sent>((resolve, reject) => {
      child.on("message", (sent) => (sent === "open" ? onOpen?.() : resolve(sent as Sent)));
      child.once("exit", (code) => reject(new Error(`The sending process ended with ${code}.`)));
      child.send(job);
    });
  } finally {
    await end();
  }
}
