import { expect } from "@playwright/test";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

test("the integrity report opens exactly the records it counts", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const projects = await callApi<{ data: { _id: string }[] }>(
    request,
    "POST",
    "/api/project/get-list",
    {
      query: { slug: "acme" },
    },
  );
  const projectId = projects.data[0]?._id ?? "";
  const nothing = "0f0f0f0f-0000-4000-8000-000000000000";
  await callApi(request, "POST", "/api/service-dependency", {
    data: { projectId, serviceId: nothing, dependencyServiceId: nothing },
  });
  await page.goto("/p/acme");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Integrity" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Integrity" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/of \d+ checks found problems/);
  const numbers = await page.locator('main a[href*="filter="]').evaluateAll((links) =>
    links.map((link) => ({
      href: link.getAttribute("href") ?? "",
      count: Number((link.textContent ?? "").replaceAll(",", "")),
    })),
  );
  expect(numbers.length).toBeGreaterThan(0);
  for (const { href, count } of numbers) {
    await page.goto(href);
    const total = page.getByRole("heading", { level: 1 }).locator("span");
    await expect(total, href).toHaveText(count.toLocaleString("en"));
  }
});

test.describe("where the server fails", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("the page says that the project was not checked again", { tag: "@hard" }, async ({
    page,
  }) => {
    await page.goto("/p/acme/integrity");
    const main = page.getByRole("main");
    await expect(main).toContainText(/checks/);
    await page.route("**/api/integrity?*", (route) => route.fulfill({ status: 500 }));
    await main.getByRole("button", { name: "Run again" }).click();
    await expect(main.getByRole("alert")).toContainText("The check failed");
    await page.unroute("**/api/integrity?*");
    await main.getByRole("button", { name: "Run again" }).click();
    await expect(main.getByRole("alert")).toHaveCount(0);
  });
});

test("an owner sees the state of the deployment and downloads a backup of it", async ({ page }) => {
  await page.goto("/p/acme/deployment");
  const main = page.getByRole("main");
  await expect(main).toContainText(/SQLite, in memory/);
  const coming = page.waitForEvent("download");
  await main.getByRole("link", { name: "Download a backup" }).click();
  expect((await coming).suggestedFilename()).toMatch(/^tocsin-.*\.db$/);
  await page.reload();
  await expect(main).toContainText("just now, downloaded");
});
