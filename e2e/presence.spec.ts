import { expect } from "@playwright/test";
import { inviteUser } from "./support/invite-user";
import { sampleProjectId } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

/** A page tells every 20 seconds who looks at it. */
const toldMs = 60_000;

test("two users of a record see each other, and that one edits and leaves", {
  tag: "@hard",
}, async ({ browser, page }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const projectId = await sampleProjectId(page.request);
  const other = await inviteUser(browser, page, projectId, {
    name: "Grace",
    permissions: ["Project Member"],
  });
  await page.goto("/p/acme/label");
  const record = await page.getByRole("grid").getByRole("link").first().getAttribute("href");
  if (!record) throw new Error("There is no label.");
  await page.goto(record);
  await other.goto(record);
  const here = page.getByRole("list", { name: "Also here" });
  await expect(here).toContainText("Grace is viewing", { timeout: toldMs });
  await expect(other.getByRole("list", { name: "Also here" })).toBeVisible({ timeout: toldMs });
  await other.getByRole("button", { name: /^Edit Name/ }).click();
  await other.getByRole("textbox").first().fill("Changed by Grace");
  await expect(here).toContainText("Grace is editing", { timeout: toldMs });
  await other.context().close();
  await expect(here).toBeHidden({ timeout: toldMs });
});
