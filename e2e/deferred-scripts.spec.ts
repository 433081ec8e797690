import { expect, type Page } from "@playwright/test";
import { gridRows } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

/** Removes the longest wait for a document, which a busy machine exceeds. */
async function withoutLongestWait(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    const others = (run: () => void, delayMs = 0) => (delayMs === 1000 ? 0 : wait(run, delayMs));
    Object.assign(window, { setTimeout: others });
  });
}

/** Returns the time at which the document was parsed and that of the first request for a script. */
function timesOf(page: Page): Promise<{ parsedAt: number; requestedAt: number }> {
  return page.evaluate(() => ({
    parsedAt: performance
      .getEntriesByType("navigation")
      .reduce(
        (latest, entry) =>
          entry instanceof PerformanceNavigationTiming ? entry.domContentLoadedEventStart : latest,
        Number.NaN,
      ),
    requestedAt: Math.min(
      ...performance
        .getEntriesByType("resource")
        .filter(({ name }) => /\/_next\/static\/chunks\/.*\.js$/.test(name))
        .map(({ startTime }) => startTime),
    ),
  }));
}

for (const path of ["/p/acme/incident", "/p/acme"]) {
  test(`${path} requests its scripts once the document can be shown`, async ({ page }) => {
    await signIn(page);
    await withoutLongestWait(page);
    await page.goto(path);
    const { parsedAt, requestedAt } = await timesOf(page);
    expect(parsedAt).toBeLessThan(requestedAt);
  });
}

test("a page that begins as a skeleton requests its scripts at once @hard", async ({ page }) => {
  await signIn(page);
  await page.goto("/p/acme/incident/new");
  const { parsedAt, requestedAt } = await timesOf(page);
  expect(requestedAt).toBeLessThan(parsedAt);
});

test("a page in the background, which has no frames, loads its scripts @hard", async ({ page }) => {
  await signIn(page);
  await withoutLongestWait(page);
  await page.addInitScript(() => {
    Object.defineProperty(document, "hidden", { get: () => true });
    window.requestAnimationFrame = () => 0;
  });
  // It waits until the page is hydrated.
  await page.goto("/p/acme/incident");
});

test("scripts are requested at once over a line with a long round trip @hard", async ({ page }) => {
  await signIn(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { rtt: 150 } });
  });
  await page.goto("/p/acme/incident");
  const { parsedAt, requestedAt } = await timesOf(page);
  expect(requestedAt).toBeLessThan(parsedAt);
});

test("a document that does not end within a second loads its scripts meanwhile @hard", async ({
  page,
}) => {
  await signIn(page);
  await page.addInitScript(() => {
    const listen = window.addEventListener.bind(window);
    window.addEventListener = (...[type, ...how]: Parameters<typeof listen>) => {
      if (type !== "DOMContentLoaded") listen(type, ...how);
    };
  });
  await page.goto("/p/acme/incident");
  await page.keyboard.press("j");
  await expect(gridRows(page).first()).toBeFocused();
});
