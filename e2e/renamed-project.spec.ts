import { expect } from "@playwright/test";
import { sampleProjectId } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

test("a project that is renamed has its new name and time zone on all pages at once", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await sampleProjectId(request);
  await page.goto("/p/acme/reports");
  await expect(page.getByText(/, UTC\. Select a mark/)).toBeVisible();
  await page.goto(`/p/acme/project/${id}/edit`);
  await page.getByLabel(/^Name/).fill("Acme of Tokyo");
  await page.getByLabel(/^Time zone/).fill("Asia/Tokyo");
  await page.getByRole("button", { name: "Save project" }).click();
  await expect(page.getByRole("heading", { name: "Acme of Tokyo" })).toBeVisible();
  await expect(
    page.getByRole("button", { name: /^Acme of Tokyo ?, change project$/ }),
  ).toBeVisible();
  await page.getByRole("link", { name: "Reports", exact: true }).first().click();
  await expect(page.getByText(/, Asia\/Tokyo\. Select a mark/)).toBeVisible();
});
