import { expect } from "@playwright/test";
import { signIn } from "./support/session";
import { test } from "./support/test";

const minute = 60_000;

test.describe("on a device whose clock is an hour fast", () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page);
    await page.clock.install({ time: Date.now() + 60 * minute });
  });

  test("a new incident is declared at the time of the server", { tag: "@hard" }, async ({
    page,
  }) => {
    await page.goto("/p/acme/incident/new");
    const field = page.getByLabel(/^Declared/);
    const entered = async () => Date.parse(`${await field.inputValue()} UTC`);
    await expect(field).not.toHaveValue("");
    expect(await entered()).toBeLessThanOrEqual(Date.now());
    await page.getByRole("button", { name: "Clear" }).first().click();
    await page.getByRole("button", { name: "Now" }).first().click();
    await expect(field).not.toHaveValue("");
    expect(await entered()).toBeLessThanOrEqual(Date.now());
  });
});
