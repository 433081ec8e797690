/**
 * A new connection is accepted in one round, its request is read in the next, and its work
 * continues in a third.
 */
const rounds = 3;

/**
 * Resolves after the event loop has made enough rounds to answer a newly arrived request. Long work
 * awaits it between steps, so that such a request waits for one step and not for three.
 */
export async function yieldToEventLoop(): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await new Promise(setImmediate);
}
