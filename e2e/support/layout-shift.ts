import type { Page } from "@playwright/test";

/** Slows the network of a page down to that of a poor phone connection, without a cache. */
export async function slowNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: 300 },
    ...{ downloadThroughput: 150_000, uploadThroughput: 100_000 },
  });
}

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

declare global {
  interface Window {
    /** The shifts of the document so far, without those right after an input of the user. */
    shifts?: { value: number; nodes: string }[];
  }
}

/** Records the layout shifts of every document that the page opens from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; nodes: string }[] = [];
    window.shifts = shifts;
    new PerformanceObserver((all) => {
      for (const { value, hadRecentInput, sources } of all.getEntries() as Shift[]) {
        const nodes = sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? "").join(" | ");
        if (!hadRecentInput) shifts.push({ value, nodes });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/**
 * Returns the sum of the shifts of the present document, and what moved in the large ones. Rejects
 * without `watchShifts`.
 */
export async function shiftsOf(page: Page): Promise<{ sum: number; large: string[] }> {
  const shifts = await page.evaluate(() => window.shifts);
  if (!shifts) throw new Error("The shifts of this document are not recorded.");
  return {
    sum: shifts.reduce((all, { value }) => all + value, 0),
    large: shifts.flatMap(({ value, nodes }) => (value > 0.004 ? `${value} ${nodes}` : [])),
  };
}
