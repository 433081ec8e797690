import { yieldToEventLoop } from "@/lib/store/concurrency/event-loop";
import { Mutex } from "@/lib/store/concurrency/mutex";
import { yieldEvery } from "@/lib/store/concurrency/yield-every";

/** Work in steps of some milliseconds. Between two it yields: true before a step that cannot be divided and may be long. */
export type Steps<T> = Generator<boolean, T, void>;

/** Does all steps at once and answers their result: for little work. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** One for the process: of large bodies, one at a time is worked on. */
const line = new Mutex();

/**
 * Does the steps while no other large body is worked on, and lets other requests be served between them. Throws what they
 * throw, or what `requireClient` throws when it is their turn.
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
