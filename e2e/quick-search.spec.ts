import { expect } from "@playwright/test";
import { gridRows } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

const list = "/p/acme/incident";

test.use({ isReading: true });
test.beforeEach(async ({ page }) => {
  await signIn(page);
  await page.goto(list);
  await expect(gridRows(page).first()).toBeVisible();
});

test("quick search finds text", async ({ page }) => {
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("image host");
  await expect(page).toHaveURL(/q=image/);
  await expect(gridRows(page).filter({ hasNotText: "image host" })).toHaveCount(0);
  await expect(gridRows(page).first()).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox"), "typed into itself").toHaveValue("image host/");
});

test("Escape leaves the field for the results at once, and / focuses it again", {
  tag: "@hard",
}, async ({ page }) => {
  const field = page.getByRole("searchbox");
  await page.keyboard.press("/");
  await page.keyboard.type("database");
  await page.keyboard.press("Escape");
  await expect(field).not.toBeFocused();
  await expect(page).toHaveURL(/q=database/);
  await expect(gridRows(page).filter({ hasNotText: /database/i })).toHaveCount(0);
  await expect(gridRows(page).first()).toBeVisible();
  await expect(field).toHaveValue("database");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /database/i })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/q=database/);
  await expect(gridRows(page).first()).toBeFocused();
  await page.keyboard.press("/");
  await page.keyboard.type("image");
  await expect(page).toHaveURL(/q=image$/);
});

test("a link pressed before the search has begun is followed", { tag: "@hard" }, async ({
  page,
}) => {
  await page.route(/_rsc=/, async (route) => {
    // Longer than the debounce of the field.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  const link = gridRows(page)
    .filter({ hasText: /database/i })
    .first()
    .getByRole("link")
    .first();
  const href = String(await link.getAttribute("href"));
  await page.getByRole("searchbox").focus();
  // Both clicks in one task: the search cannot run between them, however busy the machine.
  await link.evaluate((it) => {
    document.execCommand("insertText", false, "database");
    if (it instanceof HTMLElement) it.click();
  });
  await expect(page.getByRole("tab", { name: "Overview" })).toBeVisible();
  await expect(page).toHaveURL(href);
});

test("a link opened in another tab does not cancel the search", { tag: "@hard" }, async ({
  page,
  context,
}) => {
  await page.getByRole("searchbox").focus();
  const tab = context.waitForEvent("page");
  await gridRows(page)
    .first()
    .getByRole("link")
    .first()
    .evaluate((it) => {
      document.execCommand("insertText", false, "database");
      it.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true }));
    });
  await (await tab).close();
  await expect(page).toHaveURL(/q=database/);
});
