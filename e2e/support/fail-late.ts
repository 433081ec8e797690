import type { Page } from "@playwright/test";
import { deferred } from "./deferred";

/**
 * Holds writes to these addresses from now on, and fails them once the returned function is called.
 */
export async function failLate(page: Page, addresses: string): Promise<() => void> {
  const isDue = deferred();
  await page.route(addresses, async (route) => {
    if (!["PUT", "DELETE"].includes(route.request().method())) return route.fallback();
    await isDue.promise;
    await route.fulfill({
      status: 500,
      json: { code: "internal", detail: "Something went wrong." },
    });
  });
  return isDue.resolve;
}
