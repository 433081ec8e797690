import { newId } from "@/lib/store/port/new-id";
import { pause, waitUntil } from "@/prove/harness/figures";
import type { Run } from "@/prove/harness/run";
import { keepBusy, nothingSeen } from "./busy-clients";
import { startProxy } from "./proxy";

/** Interval of the proxy's checks, and how long a process serves after SIGTERM, in milliseconds. */
const askedEveryMs = 100;
const drainMs = 2_000;

/**
 * Restarts two processes alternately behind a proxy that checks `/readyz` while clients send
 * through it. Each has its own records in memory, because the proof is that no request fails.
 */
export async function proveBehindProxy(
  run: Run,
  rounds: number,
  connections: number,
): Promise<void> {
  const start = (port = 0) => run.serve({ DRAIN_MS: String(drainMs), PORT: String(port) });
  const processes = [await start(), await start()];
  const ports = processes.map(({ port }) => port);
  const proxy = await startProxy(ports, askedEveryMs);
  run.onEnd(() => proxy.close());
  const bothReady = () => waitUntil(() => proxy.ready().size === 2, 30_000);
  await bothReady();
  let isOver = false;
  const seen = nothingSeen();
  const target = { ports: [proxy.port], projectId: newId(), isOver: () => isOver };
  const busy = keepBusy(target, connections, seen);
  let badEnds = 0;
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % 2;
    await pause(300);
    const ended = await processes[turn]?.stop("SIGTERM");
    if (ended?.code !== 0) badEnds += 1;
    processes[turn] = await start(ports[turn]);
    await bothReady();
  }
  isOver = true;
  await busy;
  run.some(`requests through a proxy during ${rounds} restarts`, seen.answered);
  run.none("of them failed", [...seen.failed, ...seen.broken]);
  run.none("ended with another code than 0 behind the proxy", badEnds);
  await Promise.all(processes.map((served) => served.stop()));
}
