import { expect, type Page } from "@playwright/test";
import { signIn } from "./support/session";
import { test } from "./support/test";

test.use({ isReading: true, isFirstVisit: true });

/**
 * Maximum bytes of script a page may load until it is idle, compressed with brotli. Then a list loads
 * the code of the page of a record.
 */
const budgets = [
  { name: "sign-in", open: openSignIn, limit: 200_000 },
  { name: "list", open: openList, limit: 220_000 },
  { name: "record", open: openRecord, limit: 300_000 },
];

for (const { name, open, limit } of budgets) {
  test(`the ${name} page loads at most ${limit / 1000} kB of script`, async ({ page }) => {
    await open(page);
    await page.waitForLoadState("networkidle");
    const { files, bytes } = await scriptsOf(page);
    process.stdout.write(`     ${name}: ${(bytes / 1000).toFixed(1)} kB in ${files} files\n`);
    expect(files).toBeGreaterThan(5);
    expect(bytes).toBeLessThanOrEqual(limit);
  });
}

/** Returns the scripts loaded by this page, including lazy ones, and their bytes as sent. */
async function scriptsOf(page: Page): Promise<{ files: number; bytes: number }> {
  return page.evaluate(() => {
    const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const [prefetch] = performance.getEntriesByName("tocsin:prefetch");
    const scripts = loaded.filter(
      ({ name, startTime }) =>
        /\/_next\/static\/.*\.js$/.test(name) && !(prefetch && startTime > prefetch.startTime),
    );
    const bytes = new Map(scripts.map(({ name, encodedBodySize }) => [name, encodedBodySize]));
    return { files: bytes.size, bytes: [...bytes.values()].reduce((all, one) => all + one, 0) };
  });
}

async function openSignIn(page: Page): Promise<void> {
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in" }).waitFor();
}

async function openList(page: Page): Promise<void> {
  await signIn(page);
  await page.goto("/p/acme/incident");
  await page.getByRole("grid").getByRole("row").nth(1).waitFor();
}

async function openRecord(page: Page): Promise<void> {
  await openList(page);
  const link = page.getByRole("grid").getByRole("link").first();
  await page.goto((await link.getAttribute("href")) ?? "");
  await page.getByRole("tab", { name: /^History/ }).waitFor();
}
