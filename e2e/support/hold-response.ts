import type { Page } from "@playwright/test";

/**
 * Holds requests of the page to these addresses from now on, until the returned function is called.
 */
export async function holdResponses(page: Page, addresses: string): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(addresses, async (route) => {
    await isOpen;
    await route.continue();
  });
  return letThrough;
}
