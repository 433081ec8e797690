import { expect } from "@playwright/test";
import { signIn } from "./person";
import { test } from "./test";

test.beforeEach(({ page }) => signIn(page));

test("a record is found by its number from anywhere and opened by the keyboard alone", async ({
  page,
}) => {
  await page.goto("/p/acme");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("searchbox", { name: "Find records and pages" });
  await expect(field).toBeFocused();
  await field.fill("INC-42");
  await expect(page.getByRole("option", { name: /INC-42/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/p\/acme\/incident\/[0-9a-f-]{36}$/);
});

test("what is not there is said, and Escape leads back", async ({ page }) => {
  await page.goto("/p/acme/alert");
  await page.getByRole("button", { name: /find/i }).first().click();
  const field = page.getByRole("searchbox", { name: "Find records and pages" });
  await field.fill("zzzz-nothing");
  await expect(page.getByText('Nothing here is called or numbered "zzzz-nothing".')).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
