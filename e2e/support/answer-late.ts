import type { Page } from "@playwright/test";
import { deferred } from "./deferred";

/** An answer that the server gives at once, and the page receives when `release` is called. */
interface LateAnswer {
  /** Resolves when the server has answered. */
  readonly isRead: Promise<void>;
  release(): void;
}

/**
 * Delivers the next answer from these addresses to a request of this method late. The answers after
 * it are not held.
 */
export async function answerLate(
  page: Page,
  addresses: string,
  method?: "POST",
): Promise<LateAnswer> {
  const read = deferred();
  const released = deferred();
  let isTaken = false;
  await page.route(addresses, async (route) => {
    if (isTaken || (method && route.request().method() !== method)) return route.fallback();
    isTaken = true;
    const response = await route.fetch();
    read.resolve();
    await released.promise;
    // The page may have cancelled the request.
    await route.fulfill({ response }).catch(() => undefined);
  });
  return { isRead: read.promise, release: released.resolve };
}
