import { isDeepStrictEqual } from "node:util";
import { newId } from "@/lib/store/port/new-id";
import type { Proof, Sizes } from "@/prove/harness/proof";
import { atRandom } from "@/prove/harness/random-runs";
import type { Run } from "@/prove/harness/run";
import { stepOf } from "./steps";
import { transcriptOf } from "./transcript";
import { type Belongings, belongings, fillB, worldWithB } from "./world";

type Size = "histories" | "steps" | "seed";

/** Proves that a project can see nothing of others. */
export const tenancyProof: Proof<Size> = {
  name: "tenancy",
  promise:
    "A project's history reads the same whether the others are empty or full, and leaves them alone.",
  sizes: {
    histories: { value: 500, what: "random histories, each in a project of its own" },
    steps: { value: 50, what: "operations a history has" },
    seed: { value: 0, what: "repeats a run; 0: another one each time" },
  },
  prove,
};

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  const { histories, steps, seed } = sizes;
  const worlds = await Promise.all([worldWithB(), worldWithB()]);
  const [empty, full] = worlds;
  run.onEnd(() => Promise.all(worlds.map(({ api }) => api.close())));
  await fillB(full);
  const before = await belongings(full);
  const different: string[] = [];
  const seen = { histories: 0, answers: 0, successes: 0 };
  await atRandom(run, { times: histories, seed, sayEvery: 50 }, async (pick) => {
    const projectId = newId();
    const history = Array.from({ length: steps }, () => stepOf(pick, projectId));
    const one = await transcriptOf(empty, projectId, history);
    const other = await transcriptOf(full, projectId, history);
    for (const [index, line] of one.entries()) {
      if (!isDeepStrictEqual(other[index], line))
        different.push(JSON.stringify([line, other[index]]));
      seen.answers += 1;
      seen.successes += line.status === 200 ? 1 : 0;
    }
    seen.histories += 1;
  });
  run.check("histories, each in both worlds", seen.histories >= histories, String(seen.histories));
  run.some("answers compared", seen.answers);
  const isBusy = seen.successes > seen.answers / 3;
  run.check("of them successes", isBusy, String(seen.successes));
  run.none("different answers", different);
  const changed = changesBetween(before, await belongings(full));
  run.none("changes of what belongs to the other project", changed);
}

/** Returns the rows that only one of the two dumps contains, each with the name of its table. */
function changesBetween(before: Belongings, after: Belongings): string[] {
  return Object.keys(after).flatMap((table) => {
    const [old, now] = [before[table] ?? [], after[table] ?? []].map(
      (rows) => new Set(rows.map((row) => JSON.stringify(row))),
    );
    const gone = [...(old ?? [])].filter((row) => !now?.has(row)).map((row) => `- ${row}`);
    const added = [...(now ?? [])].filter((row) => !old?.has(row)).map((row) => `+ ${row}`);
    return [...gone, ...added].map((row) => `${table} ${row}`);
  });
}
