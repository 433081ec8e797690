import { expect } from "@playwright/test";
import { holdResponses } from "./support/hold-response";
import { gridRows } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));
test.use({ isReading: true, isFirstVisit: true });
test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|status of 404|Failed to load chunk/] });

test("a panel first opened without a network opens when it is back, and the page stays", {
  tag: "@hard",
}, async ({ page, context }) => {
  await page.goto("/p/acme/incident");
  await expect(gridRows(page).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  // A chunk counts as missing after two failed requests.
  const failed = new Map<string, number>();
  page.on("requestfailed", (request) => {
    failed.set(request.url(), (failed.get(request.url()) ?? 0) + 1);
  });
  await context.setOffline(true);
  await gridRows(page).first().getByRole("checkbox").check();
  await expect
    .poll(() => [...failed].filter(([url, times]) => /_next/.test(url) && times > 1).length)
    .toBeGreaterThan(0);
  await expect(page.getByRole("status", { name: "Connection" })).toContainText("You are offline.");
  await expect(gridRows(page).first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("1 selected")).toBeVisible();
});

test("the palette tells that it is loading, and keeps what is typed meanwhile", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/incident");
  await expect(gridRows(page).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  const letThrough = await holdResponses(page, "**/_next/static/chunks/*.js");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByText("Opening Find…")).toBeVisible();
  await page.keyboard.type("payments");
  letThrough();
  await expect(page.getByRole("searchbox", { name: "Find records and pages" })).toHaveValue(
    "payments",
  );
});

test("code that no longer exists replaces the page with a message, with a button to load it again", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/incident");
  await expect(gridRows(page).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.route("**/_next/static/chunks/*.js", (route) => route.fulfill({ status: 404 }));
  await gridRows(page).first().getByRole("checkbox").check();
  await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
});
