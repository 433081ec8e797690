import { expect, type Page } from "@playwright/test";

/** Fails if Escape, a press outside or a close button dismisses the open dialog. */
export async function expectStaysOpen(page: Page): Promise<void> {
  const dialog = page.getByRole("alertdialog");
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(dialog.getByRole("button", { name: "Close" })).toHaveCount(0);
  await expect(dialog).toBeVisible();
}
