import { expect } from "@playwright/test";
import { expectAccessible } from "./support/axe";
import { holdResponses } from "./support/hold-response";
import { inviteUser } from "./support/invite-user";
import { sampleProjectId } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

test("the numbers of a period open exactly their records, and are a table too", async ({
  page,
}) => {
  await page.goto("/p/acme");
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByRole("link", { name: "Reports" }).click();
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
  const weeks = main.getByRole("region", { name: "Incidents per week", exact: true });
  await expect(weeks).toBeVisible();
  await main.getByRole("button", { name: "Period" }).click();
  await page.getByRole("option", { name: "Last 90 days" }).click();
  await expect(page).toHaveURL(/range=90d/);
  await weeks.getByRole("button", { name: "Show Incidents per week as a table" }).click();
  await expect(weeks.getByRole("columnheader", { name: "Week from" })).toBeVisible();
  const coming = page.waitForEvent("download");
  await weeks.getByRole("button", { name: "Save Incidents per week as CSV" }).click();
  expect((await coming).suggestedFilename()).toMatch(
    /^incidents-per-week-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/,
  );
  await weeks.getByRole("button", { name: "Show Incidents per week as a table" }).click();
  const segment = weeks.getByRole("link", { name: /^\d+ \w+( \*)?, .+: \d+$/ }).first();
  const count = /\d+$/.exec((await segment.getAttribute("aria-label")) ?? "")?.[0] ?? "";
  await segment.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/incident\?filter=/);
  await expect(page.getByRole("heading", { level: 1 }).locator("span")).toHaveText(count);
  await page.goBack();
  await expect(page).toHaveURL(/range=90d/);
});

test("a report covers days of the user's own, and nothing opens no list", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto("/p/acme/reports?range=30d");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Period" }).click();
  await page.getByRole("option", { name: "Other days" }).click();
  const [first, last] = [main.getByLabel("First day"), main.getByLabel("Last day")];
  const today = await last.inputValue();
  await expect(page).toHaveURL(new RegExp(`range=\\d{4}-\\d\\d-\\d\\d_${today}`));
  const day = new Date(Date.parse(today) - 3 * 86_400_000).toISOString().slice(0, 10);
  await first.fill(day);
  await last.focus();
  await expect(page).toHaveURL(new RegExp(`range=${day}_${today}`));
  await expect(last).toBeFocused();
  await expect(main.getByText(`${day} to ${today}`)).toBeVisible();
  await last.fill("2020-01-01");
  await first.focus();
  await expect(main.getByText(/^Enter days from/)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`range=${day}_${today}`));
  const unowned = main.getByRole("listitem").filter({ hasText: "open without an owner" });
  await expect(unowned).toHaveText(/^\d/);
  for (const link of await unowned.getByRole("link").all())
    expect(await link.getAttribute("href")).not.toMatch(/filter=id%3A$/);
});

test("another period says that its numbers are being read", { tag: "@hard" }, async ({ page }) => {
  await page.goto("/p/acme/reports?range=90d");
  const csv = page.getByRole("button", { name: "Save Incidents per week as CSV" });
  await expect(csv).toBeEnabled();
  const letThrough = await holdResponses(page, "**/api/report?*");
  await page.getByRole("button", { name: "Period" }).click();
  await page.getByRole("option", { name: /30 days/ }).click();
  await expect(csv).toBeDisabled();
  const busy = page.locator('main [aria-busy="true"]').filter({ has: csv });
  await expect(busy).toBeVisible();
  letThrough();
  await expect(csv).toBeEnabled();
  await expect(busy).toHaveCount(0);
});

test("a slow acknowledgment is found, and the list can be sorted by it", {
  tag: "@hard",
}, async ({ page }) => {
  const filter = encodeURIComponent("acknowledged-after>10min");
  const columns = "title,acknowledgedAfterSeconds";
  await page.goto(
    `/p/acme/incident?filter=${filter}&columns=${columns}&sort=-acknowledgedAfterSeconds`,
  );
  const main = page.getByRole("main");
  await expect(main.getByText("Acknowledged after is more than 10 minutes")).toBeVisible();
  await expect(main.getByText(/^\d+ (min|h)/).first()).toBeVisible();
});

test("the page is accessible with a mouse, on a phone and with its tables", {
  tag: "@hard",
}, async ({ page }) => {
  const main = page.getByRole("main");
  await page.goto("/p/acme/reports?range=90d");
  await expect(main.getByRole("region", { name: "Load per person" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, "on a phone");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  for (const button of await main.getByRole("button", { name: /as a table$/ }).all())
    await button.click();
  await expect(main.getByRole("table").first()).toBeVisible();
  await expectAccessible(page, "as tables");
});

test("a user with few rights sees only the parts that they may read", { tag: "@hard" }, async ({
  browser,
  page,
}) => {
  const own = await inviteUser(browser, page, await sampleProjectId(page.request), {
    name: "Few",
    permissions: ["Read Incident"],
  });
  await own.goto("/p/acme/reports");
  await expect(own.getByText("You cannot read their severities.")).toBeVisible();
  for (const name of ["Time to resolve", "Load per person", "Alert noise"])
    await expect(own.getByRole("region", { name })).toHaveCount(0);
  await expect(own.getByText(/^Not shown: /)).toContainText(
    "Time to resolve, Load per person, Alert noise, Uptime by monitor and month",
  );
  await own.context().close();
});

test("severities with similar colors have patterns of their own, and the key shows the colors of the bars", {
  tag: "@hard",
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/p/acme/reports?range=90d");
  const weeks = page.getByRole("region", { name: "Incidents per week", exact: true });
  const patterns = await Promise.all(
    ["Critical", "Major", "Minor"].map((severity) =>
      weeks
        .getByRole("link", { name: new RegExp(`, ${severity} Incident: `) })
        .first()
        .locator("span")
        .first()
        .evaluate((mark) => getComputedStyle(mark).backgroundImage),
    ),
  );
  expect(new Set(patterns).size).toBe(3);
  const times = page.getByRole("region", { name: "Time to resolve" });
  const colorOf = (mark: Element) => getComputedStyle(mark).backgroundColor;
  const key = times.getByText("Up to the 90th percentile").locator("span");
  const bar = times.getByRole("link", { name: /^All: median/ }).locator("span > span");
  expect([await key.nth(0).evaluate(colorOf), await key.nth(1).evaluate(colorOf)]).toEqual([
    await bar.nth(1).evaluate(colorOf),
    await bar.nth(0).evaluate(colorOf),
  ]);
});

test.describe("where the server fails", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("the page says so, and tries again", { tag: "@hard" }, async ({ page }) => {
    await page.route("**/api/report?*", (route) => route.fulfill({ status: 500 }));
    await page.goto("/p/acme/reports");
    const main = page.getByRole("main");
    await expect(main.getByRole("alert")).toBeVisible();
    await page.unroute("**/api/report?*");
    await main.getByRole("button", { name: "Try again" }).click();
    await expect(
      main.getByRole("region", { name: "Incidents per week", exact: true }),
    ).toBeVisible();
  });
});
