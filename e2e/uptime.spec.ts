import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./support/axe";
import { holdResponses } from "./support/hold-response";
import { signIn } from "./support/session";
import { test } from "./support/test";

test.use({ isReading: true });

test.beforeEach(({ page }) => signIn(page));

const strips = (page: Page) => page.getByRole("slider", { name: /^Uptime of/ });

test("the monitor list shows a strip for each monitor with one request", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/uptime")) asked.push(request.url());
  });
  await page.goto("/p/acme/monitor");
  await expect(strips(page).first()).toBeVisible();
  const rows = await page.getByRole("grid").getByRole("link").count();
  expect(rows).toBeGreaterThan(1);
  expect(asked).toHaveLength(1);
});

test("a day is read by keyboard, and Enter opens its events", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto("/p/acme/monitor");
  await page.getByRole("grid").getByRole("link", { name: "Checkout API" }).click();
  const strip = page.getByRole("region", { name: "Uptime" }).getByRole("slider");
  await strip.focus();
  await page.keyboard.press("ArrowLeft");
  const before = await strip.getAttribute("aria-valuetext");
  await expect(page.locator("[data-day-text]")).toHaveText(before ?? "");
  await page.keyboard.press("Home");
  await expect(strip).toHaveAttribute("aria-valuenow", "1");
  await expect(strip).toHaveAttribute("aria-valuetext", /^\d+ \w{3} · /);
  await page.keyboard.press("End");
  await expect(strip).toHaveAttribute("aria-valuenow", "90");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/monitor-status-timeline\?filter=/);
  await expect(page.getByRole("grid", { name: "Monitor Status Events" })).toBeVisible();
  await expect(page.getByRole("grid").getByRole("row").nth(1)).toBeVisible();
});

test("a phone shows 30 days", { tag: "@hard" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/p/acme/monitor");
  await expect(strips(page).first()).toHaveAttribute("aria-valuemax", "30");
  await expectAccessible(page);
});

test("the place of a strip is kept until it arrives", { tag: "@hard" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, name] of [
    ["/p/acme/monitor", "Back office"],
    ["/p/acme/reports?range=30d", "Storefront"],
  ] as const) {
    const arrive = await holdResponses(page, "**/api/uptime?*");
    await page.goto(path);
    const link = page.getByRole("main").getByRole("link", { name, exact: true }).last();
    await expect(link).toBeVisible();
    await expect(strips(page)).toHaveCount(0);
    const placeOf = () => link.evaluate((one) => one.getBoundingClientRect().top + scrollY);
    const before = await placeOf();
    arrive();
    await expect(strips(page).first()).toBeVisible();
    expect(await placeOf()).toBe(before);
    await page.unroute("**/api/uptime?*");
  }
});

test.describe("where the server computes no uptime", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("the list says so", { tag: "@hard" }, async ({ page }) => {
    await page.route("**/api/uptime?*", (route) => route.fulfill({ status: 500 }));
    await page.goto("/p/acme/monitor");
    await expect(page.getByRole("grid").getByText("No uptime").first()).toBeVisible();
  });
});
