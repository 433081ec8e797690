import type { Page, Request } from "@playwright/test";

/** Pending requests of pages, from `trackRequests` on. */
const pending = new WeakMap<Page, Set<Request>>();
/** Time without a pending request after which the network is quiet, in milliseconds. */
const quietMs = 500;

/** Counts the requests of a page from now on, for `untilQuiet`. */
export function trackRequests(page: Page): Page {
  const requests = new Set<Request>();
  const end = (request: Request) => requests.delete(request);
  page.on("request", (request) => {
    if (!isWorkerScript(request)) requests.add(request);
  });
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  pending.set(page, requests);
  return page;
}

/**
 * Resolves when a tracked page has had no pending request for 500 ms. Playwright's `networkidle`
 * never comes on pages with a shared worker: it waits for the script of the worker, whose end is
 * told to the worker only. If the document replaces itself, as that of an old link does, the time
 * starts again.
 */
export async function untilQuiet(page: Page): Promise<void> {
  let quietSince = performance.now();
  while (performance.now() - quietSince < quietMs) {
    const isSameDocument = await nextFrame(page);
    if (!isSameDocument || (pending.get(page)?.size ?? 0) > 0) quietSince = performance.now();
  }
}

/** Waits for a frame of the page. Returns false if another document came before it. */
async function nextFrame(page: Page): Promise<boolean> {
  try {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    return true;
  } catch (error) {
    if (!String(error).includes("because of a navigation")) throw error;
    return false;
  }
}

/** Next.js gives the script of a shared worker its chunks in the query. */
function isWorkerScript(request: Request): boolean {
  return new URL(request.url()).searchParams.has("params");
}
