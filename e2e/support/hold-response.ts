import type { Page } from "@playwright/test";

/** Keeps back what the page asks of these addresses from now on, until the function that it answers is called. */
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
