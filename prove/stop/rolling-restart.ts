import { makeSecret } from "@/lib/auth/keys/secret";
import { isJsonObject } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { isPostgresUrl } from "@/lib/store/postgres/connection/address";
import { pause } from "@/prove/harness/figures";
import type { Run } from "@/prove/harness/run";
import { askServer } from "@/tests/server/ask-server";
import { keepBusy, nothingSeen } from "./busy-clients";
import { ownDatabase } from "./own-database";

const part = "rolling restart of two processes";

/**
 * Restarts two processes on one PostgreSQL database alternately while clients write. Clients retry
 * a request once if its connection breaks. The database is created on the server at `url` and
 * removed at the end. Skipped, with a message, if `url` is no server or its user may not create a
 * database.
 */
export async function proveRollingRestart(
  run: Run,
  rounds: number,
  connections: number,
  url: string,
): Promise<void> {
  if (!isPostgresUrl(url)) {
    run.skip(part, "set DATABASE_URL=postgres://… to run it");
    return;
  }
  const database = await ownDatabase(run, url);
  if (database === undefined) {
    run.skip(part, "the user of DATABASE_URL may not create a database (alter role … createdb)");
    return;
  }
  const key = makeSecret();
  const settings = { DATABASE_URL: database, ADMIN_API_KEY: key };
  const start = (port = 0) => run.serve({ ...settings, PORT: String(port) });
  const processes = [await start(), await start()];
  const ports = processes.map(({ port }) => port);
  const projectId = newId();
  let isOver = false;
  const seen = nothingSeen();
  let badEnds = 0;
  let slowestMs = 0;
  const busy = keepBusy(
    { ports, projectId, key, mayRepeat: true, isOver: () => isOver },
    connections,
    seen,
  );
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % 2;
    await pause(500);
    const started = performance.now();
    const ended = await processes[turn]?.stop("SIGTERM");
    slowestMs = Math.max(slowestMs, performance.now() - started);
    if (ended?.code !== 0) run.say(`a process ended with ${ended?.code}: ${ended?.stderr}`);
    if (ended?.code !== 0) badEnds += 1;
    processes[turn] = await start(ports[turn]);
  }
  isOver = true;
  await busy;
  run.some(`requests during ${rounds} rolling restarts`, seen.answered);
  run.tell("of them sent once more after a broken connection", String(seen.repeated));
  const failed = [...seen.failed, ...seen.broken];
  run.none("of them failed", failed);
  const kept = await idsIn(ports[0] ?? 0, key, projectId);
  run.some("acknowledged there", seen.acknowledged.length);
  run.none("of them lost", seen.acknowledged.filter((id) => !kept.has(id)).length);
  const doubled = kept.size - seen.acknowledged.length;
  run.check("made twice", failed.length > 0 || doubled === 0, String(doubled));
  run.none("ended with another code than 0", badEnds);
  run.within("slowest end there", slowestMs, 10_000);
  await Promise.all(processes.map((served) => served.stop()));
}

/** Returns the ids of all labels of a project. */
async function idsIn(port: number, key: string, projectId: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let skip = 0; skip === ids.size; skip += 100) {
    const body = { query: { projectId }, select: { _id: true }, limit: 100, skip };
    const { body: page } = await askServer(port, "POST", "/api/label/get-list", { key, body });
    const found = Array.isArray(page["data"]) ? page["data"] : [];
    for (const row of found) if (isJsonObject(row)) ids.add(String(row["_id"]));
  }
  return ids;
}
