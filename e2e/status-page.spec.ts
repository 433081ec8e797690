import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe";
import { test } from "./support/test";

const address = "/status/acme-status";

test.describe("a status page", () => {
  test("is read by visitors without scripts, at every width and in the dark", {
    tag: "@hard",
  }, async ({ page }) => {
    for (const [width, colorScheme] of [
      [1280, "light"],
      [1280, "dark"],
      [390, "light"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.goto(address);
      await expect(page.getByRole("heading", { name: "Monitors" })).toBeVisible();
      await expect(page.getByRole("img").first()).toHaveAccessibleName(/^Uptime of each/);
      expect(await page.locator("script").count()).toBe(0);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await expectAccessible(page);
    }
  });
});
