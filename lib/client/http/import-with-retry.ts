"use client";

import { isServerReady, nextConnectionChange, reportTrouble } from "./connection";

/**
 * What `load` answers, asked for again for as long as the server cannot be reached: a part of the page whose code is
 * wanted in that moment comes when the network is back, and what stands on the page stays. Rejects as `load` does where
 * the server answers and has it no more, as when a newer version runs.
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

/** How often what cannot be loaded is asked for although the server answers. */
const maxMissing = 3;

async function isServerReachable(): Promise<boolean> {
  const isThere = await isServerReady();
  if (!isThere) reportTrouble({ kind: navigator.onLine ? "unreachable" : "offline" });
  return isThere;
}
