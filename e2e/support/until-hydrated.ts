import { expect, type Page } from "@playwright/test";
import { untilQuiet } from "./quiet-network";

/**
 * Makes `goto` and `reload` wait until the page is hydrated. The server renders it, so its controls
 * are visible before they work. `networkidle` waits with `untilQuiet`.
 */
export function untilHydrated(page: Page): Page {
  const hydrated = () => expectHydrated(page);
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const waitForLoadState = page.waitForLoadState.bind(page);
  return Object.assign(page, {
    waitForLoadState: (...[state, options]: Parameters<Page["waitForLoadState"]>) =>
      state === "networkidle" ? untilQuiet(page) : waitForLoadState(state, options),
    goto: async (...to: Parameters<Page["goto"]>) => {
      const reply = await goto(...to);
      await hydrated();
      return reply;
    },
    reload: async (...how: Parameters<Page["reload"]>) => {
      const reply = await reload(...how);
      await hydrated();
      return reply;
    },
  });
}

/** Waits until the page is hydrated, for documents that the page itself opens, as the sign-in does. */
export async function expectHydrated(page: Page): Promise<void> {
  await expect(page.locator("#tocsin-document")).toHaveCount(0);
}
