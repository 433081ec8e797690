import { expect, type Page } from "@playwright/test";
import { navGroups } from "@/components/layout/places";
import { signIn } from "./person";
import { test } from "./test";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
test.beforeEach(({ page }) => signIn(page));

test("an incident is triaged with one thumb", async ({ page }) => {
  await page.goto("/p/acme");
  await page.getByRole("navigation", { name: "Quick" }).getByText("Incidents").tap();
  await expect(page.getByRole("heading", { level: 1, name: /^Incidents/ })).toBeVisible();
  await expectTargets(page);
  await page
    .getByRole("link", { name: /./ })
    .and(page.locator('main a[href*="/incident/"]'))
    .filter({ hasNotText: "New" })
    .first()
    .tap();
  await expect(page.getByRole("tab", { name: /^History/ })).toBeVisible();
  await expectTargets(page);
  const acknowledge = page.getByRole("button", { name: "Acknowledge" });
  const resolve = page.getByRole("button", { name: "Resolve" });
  await expect(acknowledge.or(resolve).first()).toBeVisible();
  if (await acknowledge.isVisible()) {
    await acknowledge.tap();
    await expect(page.getByText(/INC-\d+ acknowledged/)).toBeVisible();
  }
  await resolve.tap();
  await expect(page.getByText(/INC-\d+ resolved/)).toBeVisible();
  await page.getByRole("navigation", { name: "Quick" }).getByText("Find").tap();
  await expect(page.getByRole("searchbox", { name: "Find records and pages" })).toBeVisible();
});

test("no page is wider than the phone", async ({ page }) => {
  test.setTimeout(240_000);
  const lists = navGroups.flatMap(({ main, more }) => [...main, ...more]);
  const paths = lists.map(({ path }) => `/${path}`);
  for (const path of ["", "/incident/new", "/alert/new", ...paths]) {
    await page.goto(`/p/acme${path}`);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(wide, path).toBe(390);
  }
});

/** Every button and link is at least 24 px each way (WCAG 2.2, 2.5.8); links within a sentence are free. */
async function expectTargets(page: Page): Promise<void> {
  const small = await page.locator("button:visible, nav a:visible").evaluateAll((targets) =>
    targets
      .map((target) => ({ name: target.textContent, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24))
      .map(({ name, box }) => `${name} ${Math.round(box.width)}×${Math.round(box.height)}`),
  );
  expect(small).toEqual([]);
}
