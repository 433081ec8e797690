import type { Page } from "@playwright/test";

/** Drops the reply to the next request of this method to these addresses. The server handles it. */
export async function loseReply(
  page: Page,
  addresses: string,
  method: "POST" | "PUT" | "DELETE" = "POST",
): Promise<void> {
  let isLost = false;
  await page.route(addresses, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}
