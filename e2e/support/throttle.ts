import type { Page } from "@playwright/test";

/**
 * Makes this page as slow as it is asked to: with `E2E_DELAY_MS` the server's answers take up to that long, mostly much
 * less, so that they also come in another order; with `E2E_SLOWER=4` scripts take four times as long. What a test
 * or a person can then meet is also met elsewhere, once in a hundred times.
 */
export async function throttle(page: Page): Promise<void> {
  const delayMs = Number(process.env["E2E_DELAY_MS"] ?? 0);
  const rate = Number(process.env["E2E_SLOWER"] ?? 1);
  if (delayMs > 0) {
    await page.context().route(/^http:\/\/127\.0\.0\.1:\d+\/(?!_next)/, async (route) => {
      await new Promise((done) => setTimeout(done, Math.random() ** 2 * delayMs));
      // The page may have gone meanwhile.
      await route.continue().catch(() => undefined);
    });
  }
  if (rate > 1) {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
  }
}
