import fc from "fast-check";
import type { Run } from "./run";

/** Number of runs, the seed (0: a new one each time), and the interval of progress lines. */
interface Times {
  readonly times: number;
  readonly seed: number;
  readonly sayEvery?: number;
}

/**
 * Runs `once` repeatedly with random values, and prints the seed that repeats them. Rethrows the
 * error of `once` with the values that caused it.
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
