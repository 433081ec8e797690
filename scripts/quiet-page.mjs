/** Time without a pending request after which a page is quiet, in milliseconds. */
const quietMs = 500;

/**
 * Tracks the requests of a page from now on. Returns a function that resolves when the page has had
 * no pending request for 500 ms. Playwright's `networkidle` never comes on pages with a shared
 * worker: it waits for the script of the worker, whose end is told to the worker only.
 */
export function quietness(page) {
  const pending = new Set();
  const end = (request) => pending.delete(request);
  page.on("request", (request) => {
    const isWorkerScript = new URL(request.url()).searchParams.has("params");
    if (!isWorkerScript) pending.add(request);
  });
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  return async () => {
    let quietSince = performance.now();
    while (performance.now() - quietSince < quietMs) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      if (pending.size > 0) quietSince = performance.now();
    }
  };
}
