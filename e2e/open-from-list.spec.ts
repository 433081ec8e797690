import { expect, type Page } from "@playwright/test";
import { holdResponses } from "./support/hold-response";
import { inviteUser } from "./support/invite-user";
import { gridRows, sampleProjectId } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

const facts = (page: Page) => page.getByRole("complementary", { name: "Facts" });

test("keys typed after Note, before its field is loaded, are no shortcuts", {
  tag: "@hard",
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/p/acme/incident");
  const letThrough = await holdResponses(page, "**/story?*");
  await openFirst(page);
  await page.getByRole("button", { name: "Note", exact: true }).click();
  await page.keyboard.type("ga");
  await expect(facts(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/incident\/[0-9a-f-]{36}$/);
  letThrough();
  await expect(page.getByRole("textbox", { name: /^Note on this/ })).toBeFocused();
  await expect(page).toHaveURL(/\/incident\/[0-9a-f-]{36}$/);
});

test.describe("with a story that fails", () => {
  test.use({ expectedErrors: [/status of 500/] });
  test("the fields of a record are shown after the first try", { tag: "@hard" }, async ({
    page,
  }) => {
    await signIn(page);
    await page.goto("/p/acme/incident");
    const failing = { status: 500, json: { code: "internal", detail: "Something went wrong." } };
    let tries = 0;
    await page.route("**/story?*", (route) => {
      tries += 1;
      return route.fulfill(failing);
    });
    await openFirst(page);
    await expect(facts(page)).toBeVisible();
    expect(tries, "the last of three tries is not waited for").toBeLessThan(3);
    await expect(page.getByText("Something went wrong.").first()).toBeVisible();
  });
});

test("the overview follows a step that is taken while the record is read", {
  tag: "@hard",
}, async ({ browser, page, request }) => {
  await signIn(page);
  const own = await inviteUser(browser, page, await sampleProjectId(request), {
    name: "Stepan",
    permissions: ["Read Incident", "Edit Incident", "Read Incident State"],
  });
  await own.goto("/p/acme/incident");
  const letThrough = await holdResponses(own, "**/api/incident/versions*", (route) =>
    route.continue().catch(() => undefined),
  );
  await openFirst(own);
  const stored = own.waitForResponse((one) => one.request().method() === "PUT");
  await own.getByRole("button", { name: "Acknowledge" }).click();
  letThrough();
  expect((await stored).status()).toBe(200);
  await expect(facts(own)).toBeVisible();
  await own.context().close();
});

async function openFirst(page: Page): Promise<void> {
  await gridRows(page).first().getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("INC-60");
}
