import type { Page } from "@playwright/test";

/**
 * Slows the page down as configured: `E2E_DELAY_MS` delays responses by up to that long, mostly
 * much less, so that their order changes too; `E2E_SLOWER=4` makes scripts four times slower. Such
 * conditions also occur in normal runs, about once in a hundred.
 */
export async function throttle(page: Page): Promise<void> {
  const delayMs = Number(process.env["E2E_DELAY_MS"] ?? 0);
  const rate = Number(process.env["E2E_SLOWER"] ?? 1);
  if (delayMs > 0) {
    await page.context().route(/^http:\/\/127\.0\.0\.1:\d+\/(?!_next)/, async (route) => {
      await new Promise((done) => setTimeout(done, Math.random() ** 2 * delayMs));
      // The page may be closed by now.
      await route.continue().catch(() => undefined);
    });
  }
  if (rate > 1) {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
  }
}
