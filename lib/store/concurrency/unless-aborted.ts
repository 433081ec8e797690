import { setImmediate } from "node:timers/promises";

/**
 * Resolves as `work` does. Rejects with the reason of `signal` as soon as that aborts, without
 * waiting for the work, also when the work blocked the delivery of the signal.
 */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
  });
  const done = await Promise.race([work, aborted]);
  // System signals are delivered between two rounds of the event loop.
  await setImmediate();
  await setImmediate();
  signal.throwIfAborted();
  return done;
}
