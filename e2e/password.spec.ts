import { expect, type Page } from "@playwright/test";
import { signIn } from "./support/session";
import { test } from "./support/test";

test.use({ expectedErrors: [/status of 400/] });
test.beforeEach(({ page }) => signIn(page));

const easy = /^Too easy to guess\./;

function scripts(page: Page): Promise<number> {
  return page.evaluate(() => {
    const all = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const own = all.filter(({ name }) => /\/_next\/static\/.*\.js$/.test(name));
    return own.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
  });
}

test("the hint while a new password is typed agrees with the server", { tag: "@hard" }, async ({
  page,
  inspect,
}) => {
  await page.goto("/account");
  const field = page.getByLabel("New password");
  const part = page.getByRole("region", { name: "Password" });
  const hint = part.getByRole("status");
  await page.getByLabel("Current password").fill(process.env["E2E_PASSWORD"] ?? "");
  await page.waitForLoadState("networkidle");
  const before = await scripts(page);
  await field.pressSequentially("short");
  await expect(hint).toHaveText("Too short. Use at least 8 characters.");
  expect((await scripts(page)) - before).toBeLessThan(450_000);
  const tried = [
    { password: "qwertyuiop123456", reason: /side by side|close to a common password|sequence/ },
    { password: "Acme-2026", reason: /a project|year or a date/ },
    { password: "abcabcabcabc", reason: /repeats/ },
  ];
  for (const { password, reason } of tried) {
    await field.fill(password);
    await expect(hint).toHaveText(easy);
    await expect(hint).toHaveText(reason);
    await expect(hint).toHaveText(/Add one or two unrelated words\.$/);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(field).toHaveAccessibleDescription(/too easy to guess|most common/);
  }
  await inspect(page, "a password that is too easy to guess");
  await field.fill("four unrelated words there");
  await expect(hint).toHaveText(/^(Good|Strong) password\.$/);
  await field.fill("");
  await expect(hint).toHaveText("");
});

test("a password without a strength rule has no hint", { tag: "@hard" }, async ({ page }) => {
  await page.goto("/p/acme/status-page-private-user/new");
  await page.getByRole("textbox", { name: "Password" }).fill("short");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.waitForTimeout(1_000);
  await expect(page.getByText(/too short|too easy|weak/i)).toHaveCount(0);
});
