import { expect, type Page } from "@playwright/test";

/**
 * Presses the button of a step until the step is taken. A press within half a second of another one
 * counts as a double click, and a fast server shows the next step sooner.
 */
export async function takeStep(page: Page, name: "Acknowledge" | "Resolve"): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  await expect(async () => {
    await button.click({ timeout: 1_000 });
    await expect(button).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
}
