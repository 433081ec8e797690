import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { newId } from "@/lib/store/port/new-id";
import { pause, waitUntil } from "@/prove/harness/figures";
import type { Proof, Sizes } from "@/prove/harness/proof";
import type { Run } from "@/prove/harness/run";
import { fileFaults } from "@/prove/writes/file-faults";
import { proveBehindProxy } from "./behind-proxy";
import { keepBusy, nothingSeen, type Seen } from "./busy-clients";
import { proveRollingRestart } from "./rolling-restart";

type Size = "rounds" | "connections" | "within" | "behind" | "restarts";

/** SIGTERM while many connections are busy. */
export const stopProof: Proof<Size> = {
  name: "stop",
  promise: "SIGTERM under load cuts nobody off, loses nothing acknowledged and ends soon.",
  sizes: {
    rounds: { value: 20, what: "how often the process is told to end" },
    connections: {
      value: 50,
      what: "busy keep-alive connections; half of them connect again when told to close",
    },
    within: { value: 10_000, what: "milliseconds until it must have ended" },
    behind: { value: 10, what: "restarts of two processes behind a proxy that asks /readyz" },
    restarts: { value: 10, what: "rolling restarts of two processes on PostgreSQL" },
  },
  prove,
};

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  const path = join(run.folder(), "stopped.db");
  const seen = nothingSeen();
  const codes: (number | null)[] = [];
  const tookMs: number[] = [];
  for (let round = 0; round < sizes.rounds; round += 1) {
    const { code, took } = await stopOnce(run, sizes, path, seen);
    codes.push(code);
    tookMs.push(took);
  }
  const lost = missing(path, seen.acknowledged);
  const faults = await fileFaults(path);
  run.some(`answers under ${sizes.rounds} ends`, seen.answered);
  run.none("connections reset", seen.broken);
  run.none("answers that were no success", seen.failed);
  run.some("acknowledged writes", seen.acknowledged.length);
  run.none("of them lost", lost);
  run.none("contradictions in the file", faults);
  run.check(
    "ended with code 0",
    codes.every((code) => code === 0),
    `${codes.length} times`,
  );
  run.within("slowest end", Math.max(...tookMs), sizes.within);
  await proveBehindProxy(run, sizes.behind, sizes.connections);
  const url = process.env.DATABASE_URL ?? "";
  await proveRollingRestart(run, sizes.restarts, sizes.connections, url);
}

async function stopOnce(run: Run, { connections }: Sizes<Size>, path: string, seen: Seen) {
  const served = await run.serve({ DATABASE_URL: `file:${path}` });
  const enough = seen.answered + connections * 2;
  const target = { ports: [served.port], projectId: newId() };
  let isOver = false;
  const comingBack = { ...target, endsWhenRefused: true, isOver: () => isOver };
  const half = Math.ceil(connections / 2);
  const busy = Promise.all([
    keepBusy(target, half, seen),
    keepBusy(comingBack, connections - half, seen),
  ]);
  await waitUntil(() => seen.answered >= enough, 10_000);
  await pause(Math.random() * 200);
  const started = performance.now();
  const { code, stderr } = await served.stop("SIGTERM");
  isOver = true;
  await busy;
  if (stderr !== "") seen.failed.push(stderr);
  return { code, took: performance.now() - started };
}

function missing(path: string, acknowledged: readonly string[]): number {
  const db = new Sqlite(path, { readonly: true });
  const kept = new Set(db.prepare("select _id from label").pluck().all());
  db.close();
  return acknowledged.filter((id) => !kept.has(id)).length;
}
