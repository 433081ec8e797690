import type { Page, Route } from "@playwright/test";
import { deferred } from "./deferred";

/**
 * Holds requests of the page to these addresses from now on, until the returned function is called.
 * Then `end` decides about them; by default they go on.
 */
export async function holdResponses(
  page: Page,
  addresses: string,
  end = (route: Route) => route.continue(),
): Promise<() => void> {
  const isOpen = deferred();
  await page.route(addresses, async (route) => {
    await isOpen.promise;
    await end(route);
  });
  return isOpen.resolve;
}
