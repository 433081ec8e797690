import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { resources } from "@/lib/resources";
import type { Resource } from "@/lib/schema/resource";
import type { Proof, Sizes } from "@/prove/harness/proof";
import { atRandom } from "@/prove/harness/random-runs";
import type { Run } from "@/prove/harness/run";
import { likelyRequest } from "@/tests/hard/likely-requests";
import { startPostgres } from "@/tests/postgres-server";
import { serverOf } from "./checkout";
import { Comparison } from "./comparison";
import { fill, settings, type World } from "./deployment";
import { recordReplies } from "./record";
import type { Caller } from "./request";
import { readsOf, refusalsOf } from "./shapes";

type Size = "times" | "random" | "seed" | "every" | "record";

/** Compares the replies of the working tree with those of a commit. */
export const repliesProof: Proof<Size> = {
  name: "replies",
  promise: `Every read is answered as by the commit in REPLIES_OF (${commit()}), byte for byte.`,
  sizes: {
    times: { value: 3, what: "how often each request is sent in turn" },
    random: { value: 3_000, what: "random requests on each database" },
    seed: { value: 0, what: "repeats a run; 0: another one each time" },
    every: { value: 1, what: "sends only every n-th of the listed requests" },
    record: { value: 0, what: "1: records the replies of that commit in tests/fixtures instead" },
  },
  prove,
};

function commit(): string {
  return process.env["REPLIES_OF"] ?? "HEAD";
}

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  const former = await serverOf(run, commit());
  if (sizes.record > 0) return recordReplies(run, former);
  const servers = [former, await run.bundle()] as const;
  await onFile(run, sizes, servers);
  const postgres = await startPostgres();
  if (typeof postgres === "string") {
    run.skip("PostgreSQL", postgres);
    return;
  }
  run.onEnd(() => postgres.stop());
  await onPostgres(run, sizes, servers, postgres.url("postgres"));
}

type Servers = readonly [former: string, own: string];

/** Both servers read copies of the same file. */
async function onFile(run: Run, sizes: Sizes<Size>, servers: Servers): Promise<void> {
  const folder = run.folder();
  const file = join(folder, "filled.db");
  const [former] = servers;
  const first = await run.serve({ ...settings, DATABASE_URL: `file:${file}` }, former);
  const world = await fill(first.port);
  await first.stop();
  const ports = await Promise.all(
    servers.map(async (server, at) => {
      const copy = join(folder, `copy-${at}.db`);
      copyFileSync(file, copy);
      return (await run.serve({ ...settings, DATABASE_URL: `file:${copy}` }, server)).port;
    }),
  );
  await compare(run, sizes, "a file", world, ports);
}

/** Both servers read the same database. */
async function onPostgres(
  run: Run,
  sizes: Sizes<Size>,
  servers: Servers,
  url: string,
): Promise<void> {
  const former = await run.serve({ ...settings, DATABASE_URL: url }, servers[0]);
  const world = await fill(former.port);
  const own = await run.serve({ ...settings, DATABASE_URL: url }, servers[1]);
  await compare(run, sizes, "PostgreSQL", world, [former.port, own.port]);
}

async function compare(
  run: Run,
  sizes: Sizes<Size>,
  where: string,
  world: World,
  [former = 0, own = 0]: readonly number[],
): Promise<void> {
  const comparison = new Comparison({ former, own }, sizes.times);
  await listed(run, comparison, world, sizes.every);
  await random(run, comparison, world, sizes);
  run.some(`on ${where}: responses compared`, comparison.compared);
  const share = comparison.found / comparison.compared;
  run.check(`on ${where}: of them with records`, share > 0.2, String(comparison.found));
  run.none(`on ${where}: different responses`, comparison.different);
}

async function listed(
  run: Run,
  comparison: Comparison,
  world: World,
  every: number,
): Promise<void> {
  for (const resource of inOrder()) {
    const rows = world.rows.get(resource.path) ?? [];
    const isLog = resource.path === "access-log";
    const refused = isLog ? [] : refusalsOf(resource, String(rows[0]?._id ?? "x"));
    const shapes = [...readsOf(resource, rows), ...refused];
    const ask = async (caller: Caller, first: number) => {
      for (const [at, shape] of shapes.entries()) {
        if ((first + at) % every === 0) await comparison.add(shape, caller);
      }
      await comparison.follow(`/api/${resource.path}`, caller, rows[0]);
    };
    // A refused caller would add to this log, some seconds later.
    const callers = isLog ? world.callers.filter(({ name }) => ownsAll.test(name)) : world.callers;
    await Promise.all(callers.map(ask));
    run.say(`${resource.path}: ${comparison.compared}`);
  }
}

const ownsAll = /operator|owner/;

/** The log of refusals comes first: later requests are refused, which it counts. */
function inOrder(): Resource[] {
  const all = [...resources.values()];
  const isLog = ({ path }: Resource) => path === "access-log";
  return [...all.filter(isLog), ...all.filter((one) => !isLog(one))];
}

async function random(
  run: Run,
  comparison: Comparison,
  { rows, projectId, callers }: World,
  { random: times, seed }: Sizes<Size>,
): Promise<void> {
  const ids = new Map([...rows].map(([path, all]) => [path, all.map(({ _id }) => String(_id))]));
  const asked = [...resources.values()].filter(
    ({ path }) => !/^(?:access-log|api-key)$/.test(path),
  );
  const keys = callers.map((_, at) => String(at));
  await atRandom(run, { times, seed }, async (pick) => {
    const { method, path, body, headers } = likelyRequest(pick, {
      ids,
      keys,
      projectId,
      resources: asked,
    });
    const caller = callers[Number(headers["apikey"])];
    const isRead = /\/(?:get-list|count|get-item)$/.test(path);
    if (caller && isRead) await comparison.add({ method, path, body }, caller);
  });
}
