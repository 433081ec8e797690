import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./support/axe";
import { signIn } from "./support/session";
import { test } from "./support/test";

const key = process.env["E2E_API_KEY"] ?? "";

for (const path of ["/docs", "/docs/oneuptime", "/docs/incident", "/docs/api-key"]) {
  test(`${path} is accessible`, { tag: "@hard" }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (!/docs$|oneuptime/.test(path))
      await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
    await expectAccessible(page);
  });
}

for (const path of [
  ...["/docs", "/docs/oneuptime", "/docs/status-page-history-chart-bar-color-rule"],
]) {
  test(`${path} fits a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await expect(page.getByRole("button", { name: "Contents" })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
  });
}

test("a signed-in user finds a link to the console, anyone else one to sign in", async ({
  page,
}) => {
  await page.goto("/docs");
  const bar = page.getByRole("navigation", { name: "This deployment" });
  await expect(bar.getByRole("link", { name: "Sign in" })).toBeVisible();
  await signIn(page);
  await page.reload();
  await expect(bar.getByRole("link", { name: "Sign in" })).toHaveCount(0);
  await bar.getByRole("link", { name: "Console" }).click();
  await expect(page).toHaveURL("/p/acme");
});

test("a user of OneUptime finds how to switch, and each command with this address", async ({
  page,
}) => {
  await page.goto("/docs");
  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "Switch from OneUptime" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Switch from OneUptime" }),
  ).toBeVisible();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(5);
  const { origin } = new URL(page.url());
  await expect(page.getByRole("table", { name: "Programs and their settings" })).toContainText(
    `oneuptime login <key> ${origin}`,
  );
});

test("a resource is found by its name", async ({ page }) => {
  await page.goto("/docs");
  await page.getByLabel("Find a resource").fill("severity");
  const contents = page.getByRole("navigation", { name: "Contents" });
  await expect(contents.getByRole("link")).toHaveText(["Incident severity", "Alert severity"]);
  await contents.getByRole("link", { name: "Alert Severity" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Alert Severity" })).toBeVisible();
  await expect(page).toHaveURL(/\/docs\/alert-severity$/);
});

test("the contents open and close on a phone, by keyboard too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/docs");
  const button = page.getByRole("button", { name: "Contents" });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Incident member", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Incident Member" })).toBeVisible();
  await expect(button).toHaveAttribute("aria-expanded", "false");
});

test("a call can be tried: written, read back, and refused without a key", async ({ page }) => {
  await page.goto("/docs/label");
  await choose(page, "Create");
  await page.getByLabel("API key").fill(key);
  await page.getByLabel("Body, as JSON").fill(body("tried-out"));
  await page.getByRole("button", { name: "Send POST" }).click();
  await expect(page.getByText("200 OK")).toBeVisible();
  await expect(page.getByText("X-Request-Id")).toBeVisible();
  await choose(page, "Get");
  await page.getByLabel("Body, as JSON").fill('{"select": {"name": true}}');
  await page.getByRole("button", { name: "Send POST" }).click();
  await expect(page.getByText('"name": "tried-out"\n}')).toBeVisible();
  expect(page.url()).not.toContain(key);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
});

test("a record is named by the list that was read, not by an example", async ({ page }) => {
  await page.goto("/docs/label");
  await page.getByLabel("API key").fill(key);
  await choose(page, "Get");
  const record = page.getByLabel("Record id (_id)");
  await expect(record).toHaveValue("");
  await expect(record).toHaveAttribute("placeholder", "Send List to fill in its first record");
  await choose(page, "List");
  await page.getByLabel("Body, as JSON").fill("{}");
  await page.getByRole("button", { name: "Send POST" }).click();
  await expect(page.getByText("200 OK")).toBeVisible();
  await choose(page, "Get");
  await expect(record).toHaveValue(/^[0-9a-f-]{36}$/);
  await page.getByRole("button", { name: "Send POST" }).click();
  await expect(page.getByText("200 OK")).toBeVisible();
});

test.describe("refusals", () => {
  test.use({ expectedErrors: [/status of (?:401|404)/] });

  test("a call without a key shows what the API says", async ({ page }) => {
    await page.goto("/docs/label");
    await page.getByRole("button", { name: "Send POST" }).click();
    await expect(page.getByText("401 Unauthorized")).toBeVisible();
    await expect(page.getByText('"code": "unauthenticated"')).toBeVisible();
  });

  test("an unknown resource is not found", async ({ page }) => {
    const reply = await page.goto("/docs/no-such-resource");
    expect(reply?.status()).toBe(404);
  });
});

test("a fault in the body is shown at its line before it is sent", async ({ page }) => {
  await page.goto("/docs/label");
  await page.getByLabel("Body, as JSON").fill('{\n  "query": {},\n  "limit": ten\n}');
  await expect(page.getByText("Line 3, column 12: invalid JSON.")).toBeVisible();
  await expect(page.getByLabel("Body, as JSON")).toHaveAttribute("aria-invalid", "true");
});

test("the command shown is the call that is sent", async ({ page }) => {
  await page.goto("/docs/label");
  await choose(page, "Delete");
  await page.getByLabel("Record id (_id)").fill("01234567-0000-7000-8000-000000000001");
  const origin = new URL(page.url()).origin;
  await expect(
    page.getByText(`curl -X DELETE ${origin}/api/label/01234567-0000-7000-8000-000000000001`),
  ).toBeVisible();
});

async function choose(page: Page, operation: string): Promise<void> {
  await page.getByLabel("Operation", { exact: true }).selectOption({ label: operation });
}

function body(name: string): string {
  const projectId = "3f0c2f5e-7f3b-4c52-9d5e-2a8f4a0f6b12";
  return JSON.stringify({ data: { projectId, name, color: "#5b8def" } });
}
