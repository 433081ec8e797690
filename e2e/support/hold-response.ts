import type { Page, Route } from "@playwright/test";

/**
 * Holds requests of the page to these addresses from now on, until the returned function is called.
 * Then `end` decides about them; by default they go on.
 */
export async function holdResponses(
  page: Page,
  addresses: string,
  end = (route: Route) => route.continue(),
): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(addresses, async (route) => {
    await isOpen;
    await end(route);
  });
  return letThrough;
}
