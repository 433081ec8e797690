import { readFileSync } from "node:fs";
import { pause } from "@/prove/harness/figures";
import type { Run } from "@/prove/harness/run";
import { adminKey, type Served } from "@/tests/server/server-process";
import { newKey, newLabel, newProject, openStream, type StreamClient } from "./stream-client";

/** Streams of one key; the server allows 20. */
const ofOneKey = 20;
const [mostMegabytes, leastShare] = [40, 0.95];
/** Time for which writes are counted, in milliseconds. */
const countedMs = 4_000;
const rounds = 3;
/** V8 collects the garbage of an idle process after 25 s to 80 s. The signal makes it do so at once. */
const collectOnSignal = `
  import { setFlagsFromString } from "node:v8";
  import { runInNewContext } from "node:vm";
  setFlagsFromString("--expose-gc");
  process.on("SIGUSR2", runInNewContext("gc"));
`;
const collections = 3;
const collectionMs = 2_000;

/**
 * Measures a server with many open streams that have no event: its memory at rest, and its writes,
 * in turn with and without the streams.
 */
export async function proveManyStreams(run: Run, streams: number): Promise<void> {
  const served = await run.serve({
    ...{ ADMIN_API_KEY: adminKey, LOG_LEVEL: "error", RATE_LIMIT: "off" },
    DATABASE_URL: `file:${run.folder()}/streams.db`,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(collectOnSignal)}`,
  });
  const quiet = await newProject(served, "Quiet");
  const busy = await newProject(served, "Busy");
  const keys = await newKeys(served, quiet, Math.ceil(streams / ofOneKey));
  for (let warmUp = 0; warmUp < 2; warmUp += 1) await writesPerSecond(served, busy);
  const used = await megabytesAtRest(served);
  const open = await openMany(served, keys, streams);
  const more = (await megabytesAtRest(served)) - used;
  run.check("open streams", open.length === streams, String(open.length));
  run.check(`MB more, at most ${mostMegabytes}`, more <= mostMegabytes, more.toFixed(0));
  await closeAll(open);
  const shares: number[] = [];
  let before = await writesPerSecond(served, busy);
  for (let round = 0; round < rounds; round += 1) {
    const opened = await openMany(served, keys, streams);
    const during = await writesPerSecond(served, busy);
    await closeAll(opened);
    const after = await writesPerSecond(served, busy);
    shares.push(during / ((before + after) / 2));
    before = after;
  }
  const share = shares.sort((one, other) => one - other)[(rounds - 1) / 2] ?? 0;
  const figure = `${(share * 100).toFixed(0)} % of ${before.toFixed(0)} a second`;
  const isKept = share >= leastShare || run.busy !== undefined;
  run.check(`writes meanwhile, at least ${leastShare * 100} %`, isKept, figure);
  await served.stop();
}

async function newKeys(served: Served, projectId: string, count: number): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < count) keys.push((await newKey(served, projectId, ["Project Owner"])).key);
  return keys;
}

async function openMany(served: Served, keys: readonly string[], count: number) {
  const open: StreamClient[] = [];
  for (const key of keys) {
    const some = Math.min(ofOneKey, count - open.length);
    const opened = Array.from({ length: some }, () => openStream(served, "", () => undefined, key));
    open.push(...(await Promise.all(opened)));
  }
  return open;
}

async function closeAll(open: readonly StreamClient[]): Promise<void> {
  for (const stream of open) stream.close();
  await pause(1_000);
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

/** Returns the resident memory of the server's process without its garbage (Linux). */
async function megabytesAtRest({ process }: Served): Promise<number> {
  for (let count = 0; count < collections; count += 1) {
    process.kill("SIGUSR2");
    await pause(collectionMs);
  }
  const status = readFileSync(`/proc/${process.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}
