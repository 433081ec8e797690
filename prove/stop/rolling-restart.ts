import { newId } from "@/lib/store/new-id";
import { pause } from "@/prove/frame/figures";
import type { Run } from "@/prove/frame/run";
import { askServer } from "@/tests/hard/ask-server";
import { keepBusy, nothingSeen } from "./busy-clients";

/**
 * Two processes on one PostgreSQL database are restarted in turn while clients write. Skipped, and said so, where
 * `DATABASE_URL` names no such database; what it writes there stays in a project of its own.
 */
export async function proveRollingRestart(
  run: Run,
  rounds: number,
  connections: number,
): Promise<void> {
  const url = process.env.DATABASE_URL ?? "";
  if (!/^postgres(ql)?:/.test(url)) {
    run.skip("rolling restart of two processes", "set DATABASE_URL=postgres://… to run it");
    return;
  }
  const start = (port = 0) => run.serve({ DATABASE_URL: url, PORT: String(port) });
  const processes = [await start(), await start()];
  const ports = processes.map(({ port }) => port);
  const projectId = newId();
  let isOver = false;
  const seen = nothingSeen();
  const busy = keepBusy({ ports, projectId, isOver: () => isOver }, connections, seen);
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % 2;
    await pause(500);
    await processes[turn]?.stop("SIGTERM");
    processes[turn] = await start(ports[turn]);
  }
  isOver = true;
  await busy;
  const body = { query: { projectId } };
  const count = await askServer(ports[0] ?? 0, "POST", "/api/label/count", { body });
  const failed = seen.failed.length + seen.broken.length;
  run.check(`requests during ${rounds} rolling restarts`, true, String(seen.answered));
  run.check("of them failed", failed === 0, String(failed));
  const lost = seen.acknowledged.length - Number(count.body["count"]);
  run.check("acknowledged there and lost", lost === 0, String(lost));
  await Promise.all(processes.map((served) => served.stop()));
}
