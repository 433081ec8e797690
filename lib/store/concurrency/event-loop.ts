/** A new connection is accepted in one round, its request read in the next, and what that began goes on in a third. */
const rounds = 3;

/**
 * Resolves when the event loop has gone round often enough for a request that has just come in to be answered. Long work
 * waits for it between its steps, so that such a request waits for one step and not for three.
 */
export async function yieldToEventLoop(): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await new Promise(setImmediate);
}
