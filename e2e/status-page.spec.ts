import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe";
import { signIn } from "./support/session";
import { test } from "./support/test";

const address = "/status/acme-status";

test("a status page is published and unpublished on its record, after a preview", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/p/acme/status-page");
  await page.getByRole("link", { name: "Acme Status" }).first().click();
  const panel = page.getByRole("region", { name: "Publication" });
  await panel.getByText("Preview").click();
  const preview = page.frameLocator("iframe[title='Preview of the page']");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Acme Status");
  await panel.getByRole("button", { name: "Unpublish" }).click();
  await expect(panel.getByText("Not published")).toBeVisible();
  await expect(async () => {
    expect((await page.request.get(address)).status()).toBe(404);
  }).toPass();
  await panel.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(panel.getByText("Published")).toBeVisible();
  await expect(async () => {
    expect((await page.request.get(address)).status()).toBe(200);
  }).toPass();
});

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
