import { expect } from "@playwright/test";
import { signIn } from "./person";
import { test } from "./test";

test.beforeEach(({ page }) => signIn(page));

test("every number opens exactly the records it counts", async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto("/p/acme");
  await expect(page.getByRole("heading", { name: "Open incidents" })).toBeVisible();
  const numbers = await page.locator('main a[href*="filter="]').evaluateAll((links) =>
    links.map((link) => ({
      href: link.getAttribute("href") ?? "",
      count: Number(/\d[\d,]*/.exec(link.textContent ?? "")?.[0].replaceAll(",", "") ?? Number.NaN),
    })),
  );
  expect(numbers.length).toBeGreaterThan(10);
  for (const { href, count } of numbers) {
    await page.goto(href);
    const total = page.getByRole("heading", { level: 1 }).locator("span");
    await expect(total, href).toHaveText(count.toLocaleString("en"));
  }
});

test("g and a letter lead on, ? lists every key, and the clock changes everywhere", async ({
  page,
}) => {
  await page.goto("/p/acme");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { level: 1, name: /^Alerts/ })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toContainText("Select up to it");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /change clock/ }).click();
  await page.getByRole("menuitemradio", { name: "Another zone…" }).click();
  await page.getByRole("combobox", { name: "Zone" }).fill("Asia/Tokyo");
  await page.getByRole("button", { name: "Use this zone" }).click();
  await expect(page.locator("time").first()).toHaveAttribute("title", /GMT\+9|JST/);
  await page.reload();
  await expect(page.locator("time").first()).toHaveAttribute("title", /GMT\+9|JST/);
});

test("the theme is kept on this device", async ({ page }) => {
  await page.goto("/p/acme");
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
