import { expect } from "@playwright/test";
import { gridRows } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

test.use({ isReading: true });

test("with reduced motion, nothing changes slowly", { tag: "@hard" }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await signIn(page);
  await page.goto("/p/acme/incident");
  await expect(gridRows(page).first()).toBeVisible();
  await page.emulateMedia({ colorScheme: "dark" });
  // Reading the animations computes the styles first.
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  const durations = await dialog.evaluate((element) => {
    const around: string[] = [];
    for (let one: Element | null = element; one; one = one.parentElement)
      around.push(getComputedStyle(one).transitionDuration);
    return [...new Set(around)];
  });
  expect(durations).toEqual(["0s"]);
});
