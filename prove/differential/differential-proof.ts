import { join } from "node:path";
import fc from "fast-check";
import type { Proof, Sizes } from "@/prove/harness/proof";
import { atRandom } from "@/prove/harness/random-runs";
import type { Run } from "@/prove/harness/run";
import { hostileRequest } from "@/tests/hard/fuzz-requests";
import { likelyRequest } from "@/tests/hard/likely-requests";
import { startPostgres } from "@/tests/postgres-server";
import { Comparison } from "./comparison";
import { openSide, type Side } from "./deployments";

type Size = "operations" | "seed";

/** Sends the same requests to every kind of database. */
export const differentialProof: Proof<Size> = {
  name: "differential",
  promise: "SQLite in memory, in a file and PostgreSQL answer the same to the same operations.",
  sizes: {
    operations: { value: 20_000, what: "random operations, likely and hostile" },
    seed: { value: 0, what: "repeats a run; 0: another one each time" },
  },
  prove,
};

/**
 * Requests about the engine itself: its name and sizes, and the snapshot, which PostgreSQL lacks.
 */
const aboutTheDatabase = /snapshot|\/api\/deployment/i;

async function prove(run: Run, { operations, seed }: Sizes<Size>): Promise<void> {
  const sides = await openSides(run);
  const comparison = new Comparison(sides, (difference) => run.say(difference));
  let left = 0;
  let asked = 0;
  await atRandom(run, { times: operations, seed, sayEvery: 1_000 }, async (pick) => {
    const make = pick(fc.nat, { max: 2 }) === 0 ? hostileRequest : likelyRequest;
    const made = make(pick, comparison.world);
    // The change log stores the request id, and a generated one would differ between the sides.
    const headers = { ...made.headers, "x-request-id": `asked-${asked}` };
    const request = { ...made, headers };
    if (aboutTheDatabase.test(request.path)) {
      left += 1;
      return;
    }
    asked += 1;
    const references = pick(fc.nat, { max: 4 }) === 0 ? "strict" : "loose";
    await comparison.ask(request, references);
  });
  const { statuses, differing } = comparison;
  run.say(
    [...statuses]
      .sort()
      .map(([status, times]) => `${status}: ${times}`)
      .join(", "),
  );
  run.tell("compared", sides.map(({ kind }) => kind).join(", "));
  run.some("operations asked of each", asked);
  run.tell("left out, for they ask about the engine", String(left));
  run.some("of them successes", statuses.get(200) ?? 0);
  run.none("sorts of operations that differ", differing);
  const failures = sides.flatMap(({ kind, failures: all }) => all.map((one) => `${kind}: ${one}`));
  run.none("faults inside", failures);
}

/** Opens one deployment on each available kind of database; the others are skipped. */
async function openSides(run: Run): Promise<Side[]> {
  const kept = (url: string) => ({ url, drop: async () => undefined });
  const urls = new Map([
    ["memory", "memory:"],
    ["file", `file:${join(run.folder(), "differential.db")}`],
  ]);
  const starting = startPostgres();
  run.onEnd(async () => {
    const started = await starting;
    if (typeof started !== "string") await started.stop();
  });
  const server = await starting;
  if (typeof server === "string") run.skip("PostgreSQL", server);
  else urls.set("postgres", server.url("postgres"));
  const sides: Side[] = [];
  for (const [kind, url] of urls) {
    const side = await openSide(kind, kept(url));
    run.onEnd(() => side.api.close());
    sides.push(side);
  }
  return sides;
}
