import { isServerReady, nextConnectionChange, reportUnreachable } from "./connection";

/**
 * Returns the result of `load` and retries while the server is unreachable. Code that is loaded on
 * demand arrives when the network is back, and the page stays as it is. Rethrows the error of
 * `load` if the server responds but no longer has the code, for example after an upgrade.
 */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let [tries, missing] = [1, 0]; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      missing += (await isServerReachable()) ? 1 : 0;
      if (missing === maxMissing) throw error;
      await nextConnectionChange(Math.min(500 * 2 ** tries, 15_000));
    }
  }
}

/** Limit of failed loads while the server responds. */
const maxMissing = 3;

async function isServerReachable(): Promise<boolean> {
  const isThere = await isServerReady();
  if (!isThere) reportUnreachable();
  return isThere;
}
