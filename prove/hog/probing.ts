import { type ChildProcess, fork } from "node:child_process";
import { pause } from "@/prove/harness/figures";
import type { Run } from "@/prove/harness/run";
import { bundleFile } from "@/tests/server/server-process";
import type { Probe, Probed } from "./prober";

/** Sends requests of other callers during some work. */
export interface Probing {
  /** Returns the results from the start of `work` to its end. */
  beside(work: () => Promise<unknown>): Promise<Probed>;
  end(): Promise<void>;
}

/** Starts probing a server in a separate process, which ends with the run. */
export async function beginProbing(run: Run, probe: Probe): Promise<Probing> {
  const file = await bundleFile("prove/hog/prober.ts", "dist/prove-prober.js");
  const child = fork(file, { execArgv: [] });
  const end = run.onEnd(() => child.kill("SIGKILL"));
  child.send(probe);
  return {
    end,
    beside: async (work) => {
      child.send("begin");
      await work();
      // A delay is known only when the response arrives.
      await pause(300);
      const seen = answerOf(child);
      child.send("end");
      return seen;
    },
  };
}

function answerOf(child: ChildProcess): Promise<Probed> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`The prober ended with ${code}.`));
    child.once("exit", gone);
    child.once("message", (seen) => {
      child.off("exit", gone);
      resolve(seen as Probed);
    });
  });
}
