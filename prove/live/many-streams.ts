import { readFileSync } from "node:fs";
import { pause } from "@/prove/harness/figures";
import type { Run } from "@/prove/harness/run";
import { adminKey, type Served } from "@/tests/server/server-process";
import { newKey, newLabel, newProject, openStream, type StreamClient } from "./stream-client";

/** Streams of one key; the server allows 20. */
const ofOneKey = 20;
const [mostMegabytes, leastShare] = [40, 0.95];
/** Time for which writes are counted, in milliseconds. */
const countedMs = 5_000;

/** Measures the memory and the writes of a server with many open streams that have no event. */
export async function proveManyStreams(run: Run, streams: number): Promise<void> {
  const served = await run.serve({
    ...{ ADMIN_API_KEY: adminKey, LOG_LEVEL: "error", RATE_LIMIT: "off" },
    DATABASE_URL: `file:${run.folder()}/streams.db`,
  });
  const quiet = await newProject(served, "Quiet");
  const busy = await newProject(served, "Busy");
  await writesPerSecond(served, busy);
  const before = await writesPerSecond(served, busy);
  const used = megabytesOf(served);
  const open = await openMany(served, quiet, streams);
  await pause(2_000);
  const more = megabytesOf(served) - used;
  const during = await writesPerSecond(served, busy);
  for (const stream of open) stream.close();
  await pause(1_000);
  const after = await writesPerSecond(served, busy);
  run.check("open streams", open.length === streams, String(open.length));
  run.check(`MB more, at most ${mostMegabytes}`, more <= mostMegabytes, more.toFixed(0));
  const share = during / ((before + after) / 2);
  const figure = `${(share * 100).toFixed(0)} % of ${before.toFixed(0)} a second`;
  const isKept = share >= leastShare || run.busy !== undefined;
  run.check(`writes meanwhile, at least ${leastShare * 100} %`, isKept, figure);
  await served.stop();
}

async function openMany(served: Served, projectId: string, count: number) {
  const open: StreamClient[] = [];
  while (open.length < count) {
    const { key } = await newKey(served, projectId, ["Project Owner"]);
    const some = Math.min(ofOneKey, count - open.length);
    const opened = Array.from({ length: some }, () => openStream(served, "", () => undefined, key));
    open.push(...(await Promise.all(opened)));
  }
  return open;
}

async function writesPerSecond(served: Served, projectId: string): Promise<number> {
  const end = performance.now() + countedMs;
  let count = 0;
  const client = async () => {
    while (performance.now() < end) {
      await newLabel(served, projectId, `label ${count}`);
      count += 1;
    }
  };
  await Promise.all([client(), client(), client(), client()]);
  return (count * 1_000) / countedMs;
}

/** The resident memory of the server's process (Linux). */
function megabytesOf({ process }: Served): number {
  const status = readFileSync(`/proc/${process.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}
