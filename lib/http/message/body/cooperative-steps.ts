import { yieldToEventLoop } from "@/lib/store/concurrency/event-loop";
import { Mutex } from "@/lib/store/concurrency/mutex";
import { yieldEvery } from "@/lib/store/concurrency/yield-every";

/** Work in steps of some milliseconds. Yields true before a step that may be long. */
export type Steps<T> = Generator<boolean, T, void>;

/** Runs all steps at once and returns their result. For short work only. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** One for the process: large bodies are processed one at a time. */
const line = new Mutex();

/**
 * Runs the steps while no other large body is processed, and serves other requests in between.
 * Rethrows their errors, and the error of `requireClient`, which is called before the first step.
 */
export function oneAtATime<T>(
  steps: () => Steps<T>,
  requireClient: () => void = () => undefined,
): Promise<T> {
  return line.run(async () => {
    requireClient();
    return await runSteps(steps());
  });
}

async function runSteps<T>(steps: Steps<T>): Promise<T> {
  const giveWay = yieldEvery();
  await yieldToEventLoop();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (value) await yieldToEventLoop();
    else await giveWay();
  }
}
