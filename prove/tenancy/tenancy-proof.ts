import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { newId } from "@/lib/store/new-id";
import type { Proof, Sizes } from "@/prove/frame/proof";
import type { Run } from "@/prove/frame/run";
import { stepOf } from "./steps";
import { transcriptOf } from "./transcript";
import { belongings, fillB, worldWithB } from "./world";

type Size = "histories" | "steps" | "seed";

/** What a project can see of others: nothing. */
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
  const { histories, steps } = sizes;
  const seed = sizes.seed || Date.now() % 2 ** 31;
  const worlds = await Promise.all([worldWithB(), worldWithB()]);
  const [empty, full] = worlds;
  run.onEnd(() => Promise.all(worlds.map(({ api }) => api.close())));
  await fillB(full);
  const before = await belongings(full);
  const different: unknown[] = [];
  const seen = { histories: 0, answers: 0, successes: 0 };
  const property = fc.asyncProperty(fc.gen(), async (pick) => {
    const projectId = newId();
    const history = Array.from({ length: steps }, () => stepOf(pick, projectId));
    const one = await transcriptOf(empty, projectId, history);
    const other = await transcriptOf(full, projectId, history);
    for (const [index, line] of one.entries()) {
      if (!isDeepStrictEqual(other[index], line)) different.push([line, other[index]]);
      seen.answers += 1;
      seen.successes += line.status === 200 ? 1 : 0;
    }
    seen.histories += 1;
    if (seen.histories % 50 === 0) run.say(`${seen.histories} histories`);
  });
  await fc.assert(property, { numRuns: histories, seed, endOnFailure: true });
  run.say(`seed ${seed}`);
  for (const pair of different.slice(0, 3)) run.say(JSON.stringify(pair));
  run.check("histories, each in both worlds", seen.histories >= histories, String(seen.histories));
  run.check("answers compared", seen.answers > 0, String(seen.answers));
  const isBusy = seen.successes > seen.answers / 3;
  run.check("of them successes", isBusy, String(seen.successes));
  run.check("different answers", different.length === 0, String(different.length));
  const isUntouched = isDeepStrictEqual(await belongings(full), before);
  run.check(
    "what belongs to the other project",
    isUntouched,
    isUntouched ? "unchanged" : "changed",
  );
}
