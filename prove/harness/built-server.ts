import { existsSync } from "node:fs";
import type { Served, Settings } from "@/tests/server/server-process";
import { pause } from "./figures";
import type { Run } from "./run";

/** Longest wait for the warm-up, in milliseconds. */
const longestWarmUpMs = 60_000;

/** Starts the server with its pages. Skips `part` and returns undefined without a build. */
export async function builtServer(
  run: Run,
  part: string,
  settings: Settings,
): Promise<Served | undefined> {
  if (!existsSync("dist/server.js") || !existsSync(".next/BUILD_ID")) {
    run.skip(part, "needs npm run build");
    return undefined;
  }
  // As in production: it loads the pages right after its start.
  return run.serve({ ...settings, WARM_UP: "1", LOG_LEVEL: "info" }, "dist/server.js");
}

/** Waits until a server with its pages has ended its warm-up, at most 60 s. */
export async function warmedUp({ output }: Served): Promise<void> {
  const latest = performance.now() + longestWarmUpMs;
  while (!output().includes("the console is ready")) {
    if (performance.now() > latest) throw new Error("The server did not end its warm-up.");
    await pause(100);
  }
}
