import type { Page } from "@playwright/test";

/**
 * Holds writes to these addresses from now on, and fails them once the returned function is called.
 */
export async function failLate(page: Page, addresses: string): Promise<() => void> {
  let refuse: () => void = () => undefined;
  const isDue = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route(addresses, async (route) => {
    if (!["PUT", "DELETE"].includes(route.request().method())) return route.fallback();
    await isDue;
    await route.fulfill({
      status: 500,
      json: { code: "internal", detail: "Something went wrong." },
    });
  });
  return refuse;
}
