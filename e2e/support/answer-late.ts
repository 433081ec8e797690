import type { Page } from "@playwright/test";

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
  const read = hold();
  const released = hold();
  let isTaken = false;
  await page.route(addresses, async (route) => {
    if (isTaken || (method && route.request().method() !== method)) return route.fallback();
    isTaken = true;
    const response = await route.fetch();
    read.release();
    await released.isOver;
    // The page may have cancelled the request.
    await route.fulfill({ response }).catch(() => undefined);
  });
  return { isRead: read.isOver, release: released.release };
}

function hold() {
  let release: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { isOver, release: () => release() };
}
