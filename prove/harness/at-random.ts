import fc from "fast-check";
import type { Run } from "./run";

/** How often, with what seed (0: another one each time), and after how many times to say so. */
interface Times {
  readonly times: number;
  readonly seed: number;
  readonly sayEvery?: number;
}

/**
 * Does `once` again and again with random values to pick from, and says the seed that repeats them. Throws what `once`
 * throws, with the values that made it.
 */
export async function atRandom(
  run: Run,
  { times, seed: given, sayEvery = Number.POSITIVE_INFINITY }: Times,
  once: (pick: fc.GeneratorValue) => Promise<void>,
): Promise<void> {
  const seed = given || Date.now() % 2 ** 31;
  run.say(`seed ${seed}`);
  let done = 0;
  const property = fc.asyncProperty(fc.gen(), async (pick) => {
    await once(pick);
    done += 1;
    if (done % sayEvery === 0) run.say(`${done} of ${times}`);
  });
  await fc.assert(property, { numRuns: times, seed, endOnFailure: true });
}
