import { setImmediate } from "node:timers/promises";

/**
 * What `work` resolves to; rejects with the reason of `signal` as soon as that aborts, whatever the work still does, and
 * also where the work kept the process from hearing of it until now.
 */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
  });
  const done = await Promise.race([work, aborted]);
  // Signals of the system are looked for between two turns.
  await setImmediate();
  await setImmediate();
  signal.throwIfAborted();
  return done;
}
