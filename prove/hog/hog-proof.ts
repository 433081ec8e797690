import { join } from "node:path";
import { builtServer, warmedUp } from "@/prove/harness/built-server";
import { ms, pause, quantile } from "@/prove/harness/figures";
import type { Proof, Sizes } from "@/prove/harness/proof";
import type { Run } from "@/prove/harness/run";
import { startPostgres } from "@/tests/postgres-server";
import type { Served } from "@/tests/server/server-process";
import { fill, fillDirectly, makeWorld, throughApi, type World } from "./fill";
import { firstPage, type Hog, hogsOf } from "./hogs";
import type { Probed } from "./prober";
import { beginProbing } from "./probing";

type Size =
  | ("labels" | "incidents" | "long" | "seconds" | "heap")
  | ("health" | "longest" | "other" | "memory" | "file" | "postgres");

/** One caller requests as much as the server allows. */
export const hogProof: Proof<Size> = {
  name: "hog",
  promise: "No caller holds up the others or ends the process, whatever it asks for.",
  sizes: {
    labels: { value: 100_000, what: "rows of an export" },
    incidents: { value: 90_000, what: "incidents of the project that is deleted" },
    long: { value: 100, what: "incidents of 4 MB" },
    seconds: { value: 5, what: "seconds that a hog repeats its request" },
    heap: { value: 256, what: "MB of heap: what Node takes in a container of 512 MB" },
    health: { value: 100, what: "milliseconds that the slowest percent of health checks may take" },
    longest: { value: 250, what: "milliseconds that any health check may take" },
    other: { value: 250, what: "milliseconds that the slowest percent of another caller may take" },
    memory: { value: 1, what: "0 leaves the database in memory out" },
    file: { value: 1, what: "0 leaves the database in a file out" },
    postgres: { value: 1, what: "0 leaves PostgreSQL out" },
  },
  needsQuiet: true,
  prove,
};

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  if (sizes.memory > 0) await proveOn(run, sizes, "memory", "memory:");
  if (sizes.file > 0) {
    await proveOn(run, sizes, "file", `file:${join(run.folder(), "hogged.db")}`);
  }
  if (sizes.postgres > 0) {
    const server = await startPostgres();
    if (typeof server === "string") run.skip("postgres", server);
    else {
      const stop = run.onEnd(() => server.stop());
      await proveOn(run, sizes, "postgres", server.url("postgres"));
      await stop();
    }
  }
  await proveFirstPage(run, sizes);
}

/** Measures the first page that a process serves after its warm-up. */
async function proveFirstPage(run: Run, sizes: Sizes<Size>): Promise<void> {
  const served = await builtServer(run, "the first page", { QUEUE_TIMEOUT_MS: undefined });
  if (!served) return;
  const { port } = served;
  const { other } = await makeWorld(port, { ...sizes, long: 0 });
  const path = `/api/label/${other.labelId}/get-item`;
  const probing = await beginProbing(run, { port, key: other.key, path, everyMs: 20 });
  await warmedUp(served);
  await pause(1_000);
  const hog = firstPage(port);
  let statuses: number[] = [];
  const probed = await probing.beside(async () => {
    statuses = await hog.begin();
  });
  report(run, sizes, { what: hog.name, hog, statuses, probed });
  await probing.end();
  await run.endsWell(served);
}

async function proveOn(run: Run, sizes: Sizes<Size>, kind: string, url: string): Promise<void> {
  const { served, world } = await filledServer(run, sizes, url);
  const { port } = served;
  run.say(`${kind} is filled`);
  const probe = { port, key: world.other.key, everyMs: 20 };
  const path = `/api/label/${world.other.labelId}/get-item`;
  const probing = await beginProbing(run, { ...probe, path });
  await pause(1_000);
  for (const hog of hogsOf(port, world, sizes, sizes.seconds)) {
    let statuses: number[] = [];
    const probed = await probing.beside(async () => {
      statuses = await hog.begin();
    });
    report(run, sizes, { what: `${kind}: ${hog.name}`, hog, statuses, probed });
    if (served.process.exitCode !== null) break;
  }
  await probing.end();
  await run.endsWell(served);
}

async function filledServer(
  run: Run,
  sizes: Sizes<Size>,
  url: string,
): Promise<{ readonly served: Served; readonly world: World }> {
  const settings = {
    ...{ DATABASE_URL: url, QUEUE_TIMEOUT_MS: undefined },
    NODE_OPTIONS: `--max-old-space-size=${sizes.heap}`,
  };
  const first = await run.serve(settings);
  const world = await makeWorld(first.port, sizes);
  if (url === "memory:") {
    await fill(world, sizes, throughApi(first.port));
    return { served: first, world };
  }
  await first.stop();
  await fillDirectly(url, world, sizes);
  return { served: await run.serve(settings), world };
}

interface Seen {
  readonly what: string;
  readonly hog: Hog;
  readonly statuses: readonly number[];
  readonly probed: Probed;
}

function report(run: Run, sizes: Sizes<Size>, { what, hog, statuses, probed }: Seen): void {
  const { health, other } = probed;
  const [healthP99, otherP99] = [health, other].map(({ times }) => quantile(times, 0.99));
  const longest = Math.max(0, ...health.times);
  const wrong = statuses.filter((status) => !hog.allowed.includes(status));
  const failed = [...health.failed, ...other.failed];
  const holds =
    (healthP99 ?? 0) <= sizes.health &&
    longest <= sizes.longest &&
    (otherP99 ?? 0) <= sizes.other &&
    wrong.length + failed.length === 0 &&
    statuses.length > 0 &&
    health.times.length > 0;
  const figures = [
    `health p99 ${ms(healthP99 ?? 0)}, longest ${ms(longest)}`,
    `other p99 ${ms(otherP99 ?? 0)}`,
    `answers ${counted(statuses)}`,
    ...(failed.length > 0 ? [`probes failed ${counted(failed)}`] : []),
  ];
  run.say(`${what}: ${figures.join("; ")}`);
  run.check(what, holds, figures.join("; "));
}

function counted(statuses: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(", ");
}
