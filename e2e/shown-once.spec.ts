import { expect, type Page } from "@playwright/test";
import { holdResponses } from "./support/hold-response";
import { createRecord } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

/** A secret that is shown once, and the steps up to the press that creates it. */
interface SecretCase {
  readonly what: string;
  readonly page: "API keys" | "People";
  readonly request: string;
  /** The field that shows it. */
  readonly field: string;
  readonly begin: (page: Page) => Promise<void>;
  readonly button: string;
}

const secretCases: readonly SecretCase[] = [
  {
    ...{ what: "the secret of a new key", page: "API keys", field: "Secret" },
    ...{ request: "**/api/api-key", button: "Create key" },
    begin: async (page) => {
      await page.getByRole("button", { name: "New API key" }).click();
      await page.getByRole("textbox", { name: "Name" }).fill("Not to be lost");
      await page.getByRole("radio", { name: "Read All Project Resources" }).check();
    },
  },
  {
    ...{ what: "the secret of a rotated key", page: "API keys", field: "Secret" },
    ...{ request: "**/api/api-key/*/rotate", button: "Rotate key" },
    begin: async (page) => {
      const permissions = ["Read Label"];
      await createRecord(page.request, "api-key", { name: "To be rotated", permissions });
      await page.reload();
      await page.getByRole("button", { name: "Actions for To be rotated" }).first().click();
      await page.getByRole("menuitem", { name: "Rotate…" }).click();
    },
  },
  {
    ...{ what: "the link of an invitation", page: "People", field: "Link of the invitation" },
    ...{ request: "**/api/invitation", button: "Create link" },
    begin: async (page) => {
      await page.getByRole("button", { name: "Invite a user" }).click();
      await page.getByRole("textbox", { name: "E-mail" }).fill(`kept.${Date.now()}@example.com`);
    },
  },
];

async function openCase(page: Page, way: SecretCase): Promise<void> {
  await page.goto("/p/acme");
  await page.getByRole("link", { name: way.page, exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: way.page })).toBeVisible();
  await way.begin(page);
}

async function back(page: Page): Promise<void> {
  await page.evaluate(() => history.back());
}

for (const [number, way] of secretCases.entries()) {
  const tag = number === 0 ? [] : ["@hard"];

  test(`going back asks before ${way.what} is lost`, { tag: "@hard" }, async ({ page }) => {
    await openCase(page, way);
    const answer = await holdResponses(page, way.request);
    await page.getByRole("button", { name: way.button }).click();
    await back(page);
    const pending = page.getByRole("alertdialog", { name: "Leave before it is shown?" });
    await pending.getByRole("button", { name: "Stay" }).click();
    answer();
    const shown = page.getByRole("textbox", { name: way.field });
    await expect(shown).toBeVisible();
    await back(page);
    const unkept = page.getByRole("alertdialog", { name: "Leave without saving it?" });
    await unkept.getByRole("button", { name: "Stay" }).click();
    await expect(shown).not.toHaveValue("");
    await page.getByRole("button", { name: "I have saved it" }).click();
    await expect(shown).toHaveCount(0);
    await expect(page.locator("body")).not.toBeFocused();
    await back(page);
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  });

  test(`${way.what} is shown on the page that the user navigated to`, { tag }, async ({ page }) => {
    await openCase(page, way);
    const answer = await holdResponses(page, way.request);
    await page.getByRole("button", { name: way.button }).click();
    await back(page);
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    answer();
    const shown = page.getByRole("textbox", { name: way.field });
    await expect(shown).not.toHaveValue("");
    await page.getByRole("button", { name: "I have saved it" }).click();
    await expect(shown).toHaveCount(0);
  });
}

test("a secret that the user leaves is closed", { tag: "@hard" }, async ({ page }) => {
  const [way] = secretCases;
  if (!way) throw new Error("There is no way to a secret.");
  await openCase(page, way);
  await page.getByRole("button", { name: way.button }).click();
  const shown = page.getByRole("textbox", { name: way.field });
  await expect(shown).toBeVisible();
  await back(page);
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(shown).toHaveCount(0);
});
