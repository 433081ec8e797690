import { expect, type Locator, type Page } from "@playwright/test";
import { holdResponses } from "./support/hold-response";
import { signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

test("a form submitted again by Enter while it is pending is sent once", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto("/p/acme/keys");
  await page.getByRole("button", { name: "New API key" }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Made once");
  await page.getByRole("radio", { name: "Read All Project Resources" }).check();
  const secret = page.getByRole("textbox", { name: "Secret" });
  expect(await sentByEnter(page, "/api/api-key", name, secret)).toBe(1);

  await page.goto("/p/acme/people");
  await page.getByRole("button", { name: "Invite a user" }).click();
  const email = page.getByRole("textbox", { name: "E-mail" });
  await email.fill("invited.once@example.com");
  const link = page.getByRole("textbox", { name: "Link of the invitation" });
  expect(await sentByEnter(page, "/api/invitation", email, link)).toBe(1);

  await page.goto("/account");
  const own = page.getByRole("textbox", { name: "Display name" });
  await own.fill("Owner of it all");
  expect(await sentByEnter(page, "/api/me", own, page.getByText("Name saved"))).toBe(1);

  await page.goto(`/p/acme/incident?${new URLSearchParams({ filter: "number>50" })}`);
  await page.getByRole("button", { name: "Save view" }).click();
  await name.fill("Saved once");
  const tab = page.getByRole("button", { name: /^Saved once/ });
  expect(await sentByEnter(page, "/api/saved-view", name, tab)).toBe(1);
});

/**
 * Presses Enter in a form while its request is pending, and returns how often the request was sent.
 */
async function sentByEnter(
  page: Page,
  path: string,
  field: Locator,
  shown: Locator,
): Promise<number> {
  const sent: string[] = [];
  page.on("request", (one) => {
    if (one.method() === "POST" && new URL(one.url()).pathname === path) sent.push(path);
  });
  const letThrough = await holdResponses(page, `**${path}`);
  for (let times = 0; times < 3; times += 1) await field.press("Enter");
  letThrough();
  await expect(shown).toBeVisible();
  return sent.length;
}
